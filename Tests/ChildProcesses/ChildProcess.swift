package import Foundation
import Subprocess
import Synchronization

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// A process that a test starts, and waits for without a thread of the cooperative pool.
///
/// Foundation's `Process` will not do: it reads the list of what is open beyond its end, and crashes where that is more
/// than a thousand files (swift-corelibs-foundation, pull request 5472).
package final class ChildProcess: Sendable {
    // BENCH-08: Tests and harness start processes with swift-subprocess.

    /// How a process ended.
    package enum Ending: Hashable, Sendable {
        /// By itself, with this code.
        case exit(Int32)

        /// By this signal.
        case signal(Int32)
    }

    /// The file that is empty, and takes whatever is written.
    package static let null = URL(filePath: "/dev/null")

    /// Its id.
    package let processID: Int32
    private let end: Task<Ending, any Error>
    private let life: Life
    private let reading: FileHandle?

    /// Starts a process.
    ///
    /// - Parameters:
    ///   - executable: The program.
    ///   - arguments: What it is given.
    ///   - environment: Its environment; `nil` for that of the tests.
    ///   - directory: Where it runs; `nil` where the tests do.
    ///   - input: The file that is its standard input.
    ///   - message: What stands in its standard input instead. It is waited for until the process has read it, but for
    ///     as much as a pipe holds.
    ///   - output: The file that is its standard output; `nil` where that is read with ``output()``.
    ///   - errors: The file that is its standard error; `nil` for that of the tests.
    /// - Throws: `SubprocessError` where it cannot be started; where a file cannot be opened, or it takes no message.
    package init(
        _ executable: URL, _ arguments: [String] = [], environment: [String: String]? = nil, in directory: URL? = nil,
        input: URL = ChildProcess.null, message: Data? = nil, output: URL? = nil, errors: URL? = nil
    ) async throws {
        let configuration = Configuration(
            executable: .path(FilePath(executable.path)), arguments: Arguments(arguments),
            environment: environment.map { .custom($0.map { Array("\($0)=\($1)\0".utf8) }) } ?? .inherit,
            workingDirectory: directory.map { FilePath($0.path) })
        let toChild = message.map { _ in Pipe() }
        let fromChild = output == nil ? Pipe() : nil
        let standardInput = try toChild?.fileHandleForReading ?? FileHandle(forReadingFrom: input)
        let standardOutput =
            try fromChild?.fileHandleForWriting ?? FileHandle(forWritingTo: output ?? Self.null)
        let standardError = try errors.map(FileHandle.init(forWritingTo:))
        reading = fromChild?.fileHandleForReading
        let life = Life()
        let start = AsyncThrowingStream<Int32, any Error>.makeStream()
        end = Task.detached {
            defer { life.hasEnded.store(true, ordering: .releasing) }
            do {
                let result = try await run(
                    configuration, input: Self.input(standardInput), output: Self.output(standardOutput),
                    error: Self.output(standardError ?? .standardError)
                ) { start.continuation.yield($0.processIdentifier.value) }
                return switch result.terminationStatus {
                case .exited(let code): .exit(code)
                case .signaled(let signal): .signal(signal)
                }
            } catch {
                start.continuation.finish(throwing: error)
                throw error
            }
        }
        self.life = life
        // Whoever is cancelled meanwhile has the process all the same, to end it.
        processID = try await Task {
            for try await processID in start.stream { return processID }
            throw CancellationError()
        }.value
        // Held here too, what the process is given would never end. A descriptor is gone whatever closing it says.
        for handle in [standardInput, standardOutput, standardError].compactMap(\.self) { try? handle.close() }
        guard let message, let toChild else { return }
        do {
            try await onThread {
                try toChild.fileHandleForWriting.write(contentsOf: message)
                try toChild.fileHandleForWriting.close()
            }
        } catch {
            if isRunning { send(SIGKILL) }
            throw error
        }
    }

    private static func input(_ handle: FileHandle) -> FileDescriptorInput {
        .fileDescriptor(FileDescriptor(rawValue: handle.fileDescriptor), closeAfterSpawningProcess: false)
    }

    private static func output(_ handle: FileHandle) -> FileDescriptorOutput {
        .fileDescriptor(FileDescriptor(rawValue: handle.fileDescriptor), closeAfterSpawningProcess: false)
    }

    /// Whether it has not ended yet.
    package var isRunning: Bool { !life.hasEnded.load(ordering: .acquiring) }

    /// Sends it a signal.
    package func send(_ signal: Int32) { kill(processID, signal) }

    /// Reads what it writes, to the end.
    ///
    /// - Throws: Where that cannot be read.
    package func output() async throws -> Data {
        try await onThread { [reading] in try reading?.rest() ?? Data() }
    }

    /// Reads what it writes, until that is enough or it has ended; what it writes then is still to be read.
    ///
    /// - Parameter isEnough: Whether it has written enough; it is given all that it has written.
    /// - Returns: What it has written.
    /// - Throws: Where that cannot be read.
    package func output(until isEnough: @escaping @Sendable (Data) -> Bool) async throws -> Data {
        try await onThread { [reading] in
            var data = Data()
            while !isEnough(data), let more = try reading?.next() { data += more }
            return data
        }
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
            while let more = try reading?.next() {
                data += more
                guard isEnough(data) else { continue }
                Thread.sleep(forTimeInterval: pause / .seconds(1))
                // A process that has ended may have left its number to another.
                if isRunning { send(SIGKILL) }
                return data + (try reading?.rest() ?? Data())
            }
            return data
        }
    }

    /// Waits until it has ended.
    ///
    /// - Throws: `SubprocessError` where nobody can tell.
    package func ending() async throws -> Ending { try await end.value }

    /// Does what blocks on a thread of its own: the cooperative pool has few.
    private func onThread<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
        }
    }
}

/// Whether a process has ended.
private final class Life: Sendable {
    let hasEnded = Atomic(false)
}

extension FileHandle {
    /// What comes next in a pipe, once something does; `nil` at the end.
    ///
    /// Foundation gives up where a signal comes meanwhile.
    fileprivate func next() throws -> Data? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = try buffer.withUnsafeMutableBytes { try FileDescriptor(rawValue: fileDescriptor).read(into: $0) }
        return count == 0 ? nil : Data(buffer[..<count])
    }

    /// All that comes in a pipe, to its end.
    fileprivate func rest() throws -> Data {
        var data = Data()
        while let more = try next() { data += more }
        return data
    }
}
