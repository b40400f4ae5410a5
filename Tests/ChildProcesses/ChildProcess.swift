package import Foundation
import Synchronization

/// A process that a test starts, and waits for without a thread of the cooperative pool.
///
/// They are started one after the other: Foundation closes in a child what it has found open before, so that of two
/// started at once, one would hold the other's pipes open, and whoever reads those to their end would wait for both.
package final class ChildProcess: Sendable {
    /// How a process ended.
    package enum Ending: Hashable, Sendable {
        /// By itself, with this code.
        case exit(Int32)

        /// By this signal.
        case signal(Int32)
    }

    private static let starting = Mutex(())

    private let process = Process()
    private let ended = DispatchSemaphore(value: 0)
    private let reading: FileHandle?

    /// Starts a process.
    ///
    /// - Parameters:
    ///   - executable: The program.
    ///   - arguments: What it is given.
    ///   - environment: Its environment; `nil` for that of the tests.
    ///   - directory: Where it runs; `nil` where the tests do.
    ///   - input: Its standard input.
    ///   - message: What stands in its standard input instead, at most as long as a pipe holds.
    ///   - output: Its standard output; `nil` where it is read with ``output()``.
    ///   - errors: Its standard error.
    /// - Throws: What Foundation throws where it cannot be started.
    package init(
        _ executable: URL, _ arguments: [String] = [], environment: [String: String]? = nil, in directory: URL? = nil,
        input: FileHandle = .nullDevice, message: Data? = nil, output: FileHandle? = nil,
        errors: FileHandle = .standardError
    ) throws {
        process.executableURL = executable
        process.arguments = arguments
        if let environment { process.environment = environment }
        if let directory { process.currentDirectoryURL = directory }
        process.standardError = errors
        process.terminationHandler = { [ended] _ in ended.signal() }
        let pipes = try Self.starting.withLock { [process] _ in
            let fromChild = output == nil ? Pipe() : nil
            let toChild = message == nil ? nil : Pipe()
            process.standardOutput = output ?? fromChild
            process.standardInput = toChild ?? input
            try process.run()
            return (fromChild?.fileHandleForReading, toChild?.fileHandleForWriting)
        }
        reading = pipes.0
        if let message, let writing = pipes.1 {
            try writing.write(contentsOf: message)
            try writing.close()
        }
    }

    /// Whether it has not ended yet.
    package var isRunning: Bool { process.isRunning }

    /// Sends it a signal.
    package func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Reads what it writes, to the end.
    ///
    /// - Throws: Where that cannot be read.
    package func output() async throws -> Data {
        try await onThread { [reading] in try reading?.readToEnd() ?? Data() }
    }

    /// Reads what it writes, and kills it a moment after that is enough.
    ///
    /// - Parameters:
    ///   - isEnough: Whether it has written enough; it is given all that it has written.
    ///   - pause: How long the moment is.
    /// - Returns: What it has written; it may have ended by itself before.
    /// - Throws: Where that cannot be read.
    package func outputWhenKilled(
        after isEnough: @escaping @Sendable (Data) -> Bool, pause: Duration
    ) async throws -> Data {
        try await onThread { [self] in
            var data = Data()
            while let more = reading?.availableData, !more.isEmpty {
                data += more
                guard isEnough(data) else { continue }
                Thread.sleep(forTimeInterval: pause / .seconds(1))
                // A process that has ended may have left its number to another.
                if isRunning { send(SIGKILL) }
                return data + (try reading?.readToEnd() ?? Data())
            }
            return data
        }
    }

    /// Waits until it has ended.
    package func ending() async throws -> Ending {
        try await onThread { [ended] in
            ended.wait()
            // Whoever waits a second time waits for nothing.
            ended.signal()
        }
        let status = process.terminationStatus
        return process.terminationReason == .exit ? .exit(status) : .signal(status)
    }

    /// Does what blocks on a thread of its own: the cooperative pool has few.
    private func onThread<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
        }
    }
}
