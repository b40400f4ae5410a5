package import Foundation
import Subprocess
import Synchronization

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// A child process of a test; waiting for it blocks no thread of the cooperative pool.
///
/// It is not Foundation's `Process`, which reads the list of open files beyond its end, and crashes if there are more
/// than a thousand files (swift-corelibs-foundation, pull request 5472).
package final class ChildProcess: Sendable {
    // BENCH-08: Tests and harness start processes with swift-subprocess.

    /// How a process ended.
    package enum Ending: Hashable, Sendable {
        /// It exited with this code.
        case exit(Int32)

        /// This signal ended it.
        case signal(Int32)
    }

    /// The file that reads as empty and discards writes.
    package static let null = URL(filePath: "/dev/null")

    /// The process id.
    package let processID: Int32
    private let end: Task<Ending, any Error>
    private let life: Life
    private let reading: FileHandle?
    private let writing: FileHandle?

    /// Starts a process.
    ///
    /// - Parameters:
    ///   - executable: The program.
    ///   - arguments: Its arguments.
    ///   - environment: Its environment; `nil` inherits that of the tests.
    ///   - directory: Its working directory; `nil` inherits that of the tests.
    ///   - input: The file for its standard input.
    ///   - message: The contents of its standard input instead. The call waits until the process has read them, except
    ///     for what a pipe holds.
    ///   - takesInput: Whether its standard input is what ``write(_:)`` writes.
    ///   - output: The file for its standard output; `nil` if the output is read with ``output()``.
    ///   - errors: The file for its standard error; `nil` inherits that of the tests.
    /// - Throws: `SubprocessError` if it cannot be started; other errors if a file cannot be opened or the message written.
    package init(
        _ executable: URL, _ arguments: [String] = [], environment: [String: String]? = nil, in directory: URL? = nil,
        input: URL = ChildProcess.null, message: Data? = nil, takesInput: Bool = false, output: URL? = nil,
        errors: URL? = nil
    ) async throws {
        let configuration = Configuration(
            executable: .path(FilePath(executable.path)), arguments: Arguments(arguments),
            environment: environment.map { .custom($0.map { Array("\($0)=\($1)\0".utf8) }) } ?? .inherit,
            workingDirectory: directory.map { FilePath($0.path) })
        let toChild = message != nil || takesInput ? Pipe() : nil
        let fromChild = output == nil ? Pipe() : nil
        let standardInput = try toChild?.fileHandleForReading ?? FileHandle(forReadingFrom: input)
        let standardOutput =
            try fromChild?.fileHandleForWriting ?? FileHandle(forWritingTo: output ?? Self.null)
        let standardError = try errors.map(FileHandle.init(forWritingTo:))
        reading = fromChild?.fileHandleForReading
        writing = takesInput ? toChild?.fileHandleForWriting : nil
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
        // Not cancelled with the caller: a started process must be known, so that it can be ended.
        processID = try await Task {
            for try await processID in start.stream { return processID }
            throw CancellationError()
        }.value
        // While this process holds a pipe open, reading it never ends. A failed close releases the descriptor, too.
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

    /// Whether it is still running.
    package var isRunning: Bool { !life.hasEnded.load(ordering: .acquiring) }

    /// Sends it a signal.
    package func send(_ signal: Int32) { kill(processID, signal) }

    /// Reads its output to the end.
    ///
    /// - Throws: An error if the output cannot be read.
    package func output() async throws -> Data {
        try await onThread { [reading] in try reading?.rest() ?? Data() }
    }

    /// Writes to its standard input.
    ///
    /// The caller ignores SIGPIPE, which a process that has ended causes.
    ///
    /// - Throws: An error if the process has ended.
    package func write(_ data: Data) throws {
        try writing?.write(contentsOf: data)
    }

    /// Reads its output to the end, line by line.
    ///
    /// - Parameter body: Called for each line, without its end, on a thread of its own.
    /// - Throws: An error if the output cannot be read.
    package func lines(_ body: @escaping @Sendable (Data) -> Void) async throws {
        try await onThread { [reading] in
            var rest = Data()
            while let more = try reading?.next() {
                rest += more
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    body(Data(rest[rest.startIndex..<end]))
                    rest.removeSubrange(rest.startIndex...end)
                }
            }
        }
    }

    /// Reads its output until there is enough or it has ended; later output can still be read.
    ///
    /// - Parameter isEnough: Whether the output so far is enough.
    /// - Returns: The output.
    /// - Throws: An error if the output cannot be read.
    package func output(until isEnough: @escaping @Sendable (Data) -> Bool) async throws -> Data {
        try await onThread { [reading] in
            var data = Data()
            while !isEnough(data), let more = try reading?.next() { data += more }
            return data
        }
    }

    /// Reads its output, and kills it after a pause once there is enough.
    ///
    /// - Parameters:
    ///   - isEnough: Whether the output so far is enough.
    ///   - pause: The time between enough output and the kill.
    /// - Returns: The output; the process may have exited before the kill.
    /// - Throws: An error if the output cannot be read.
    package func outputWhenKilled(
        after isEnough: @escaping @Sendable (Data) -> Bool, pause: Duration
    ) async throws -> Data {
        try await onThread { [self] in
            var data = Data()
            while let more = try reading?.next() {
                data += more
                guard isEnough(data) else { continue }
                Thread.sleep(forTimeInterval: pause / .seconds(1))
                // The id of a process that has ended may belong to another one.
                if isRunning { send(SIGKILL) }
                return data + (try reading?.rest() ?? Data())
            }
            return data
        }
    }

    /// Waits until the process has ended.
    ///
    /// - Throws: `SubprocessError` if its end cannot be determined.
    package func ending() async throws -> Ending { try await end.value }

    /// Runs blocking work on a new thread: the cooperative pool has few.
    private func onThread<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
        }
    }
}

/// The state of a process.
private final class Life: Sendable {
    let hasEnded = Atomic(false)
}

extension FileHandle {
    /// The next bytes of a pipe, once there are any; `nil` at the end.
    ///
    /// Foundation's own read fails if a signal interrupts it.
    fileprivate func next() throws -> Data? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = try buffer.withUnsafeMutableBytes { try FileDescriptor(rawValue: fileDescriptor).read(into: $0) }
        return count == 0 ? nil : Data(buffer[..<count])
    }

    /// The remaining bytes of a pipe, to its end.
    fileprivate func rest() throws -> Data {
        var data = Data()
        while let more = try next() { data += more }
        return data
    }
}
