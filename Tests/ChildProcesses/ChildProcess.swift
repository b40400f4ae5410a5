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
    /// How a process ended.
    package enum Ending: Hashable, Sendable {
        /// By itself, with this code.
        case exit(Int32)

        /// By this signal.
        case signal(Int32)
    }

    /// The file that is empty, and takes whatever is written.
    package static let null = URL(filePath: "/dev/null")

    private let processID: Int32
    private let end: Task<Ending, any Error>
    private let life: Life
    private let reading: ReadingEnd?

    /// Starts a process.
    ///
    /// - Parameters:
    ///   - executable: The program.
    ///   - arguments: What it is given.
    ///   - environment: Its environment; `nil` for that of the tests.
    ///   - directory: Where it runs; `nil` where the tests do.
    ///   - input: The file that is its standard input.
    ///   - message: What stands in its standard input instead, at most as long as a pipe holds.
    ///   - output: The file that is its standard output; `nil` where that is read with ``output()``.
    ///   - errors: The file that is its standard error; `nil` for that of the tests.
    /// - Throws: `SubprocessError` where it cannot be started, `Errno` where a file cannot be opened.
    package init(
        _ executable: URL, _ arguments: [String] = [], environment: [String: String]? = nil, in directory: URL? = nil,
        input: URL = ChildProcess.null, message: Data? = nil, output: URL? = nil, errors: URL? = nil
    ) async throws {
        let configuration = Configuration(
            executable: .path(FilePath(executable.path)), arguments: Arguments(arguments),
            environment: environment.map { .custom($0.map { Array("\($0)=\($1)\0".utf8) }) } ?? .inherit,
            workingDirectory: directory.map { FilePath($0.path) })
        let standardInput = try message.map(Self.pipe(holding:)) ?? FileDescriptor.open(input.path, .readOnly)
        let pipe = output == nil ? try FileDescriptor.pipe() : nil
        let standardOutput = try pipe?.writeEnd ?? FileDescriptor.open((output ?? Self.null).path, .writeOnly)
        let standardError = try errors.map { try FileDescriptor.open($0.path, .writeOnly) }
        reading = (pipe?.readEnd).map(ReadingEnd.init)
        let life = Life()
        let start = AsyncThrowingStream<Int32, any Error>.makeStream()
        end = Task.detached {
            do {
                let result = try await run(
                    configuration, input: .fileDescriptor(standardInput, closeAfterSpawningProcess: true),
                    output: .fileDescriptor(standardOutput, closeAfterSpawningProcess: true),
                    error: .fileDescriptor(
                        standardError ?? .standardError, closeAfterSpawningProcess: standardError != nil)
                ) { start.continuation.yield($0.processIdentifier.value) }
                life.hasEnded.store(true, ordering: .releasing)
                return switch result.terminationStatus {
                case .exited(let code): .exit(code)
                case .signaled(let signal): .signal(signal)
                }
            } catch {
                life.hasEnded.store(true, ordering: .releasing)
                start.continuation.finish(throwing: error)
                throw error
            }
        }
        self.life = life
        var starts = start.stream.makeAsyncIterator()
        // It ends without one only where this task is cancelled.
        guard let processID = try await starts.next() else { throw CancellationError() }
        self.processID = processID
    }

    /// A pipe's end that is read, and holds all that will come.
    private static func pipe(holding message: Data) throws -> FileDescriptor {
        let pipe = try FileDescriptor.pipe()
        try pipe.writeEnd.closeAfter { _ = try pipe.writeEnd.writeAll(message) }
        return pipe.readEnd
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

/// The end of a pipe that is read; it is closed with the last reference.
private final class ReadingEnd: Sendable {
    private let descriptor: FileDescriptor

    init(_ descriptor: FileDescriptor) {
        self.descriptor = descriptor
    }

    deinit { try? descriptor.close() }

    /// What comes next, once something does; `nil` at the end.
    func next() throws -> Data? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = try buffer.withUnsafeMutableBytes { try descriptor.read(into: $0) }
        return count == 0 ? nil : Data(buffer[..<count])
    }

    /// All that comes, to the end.
    func rest() throws -> Data {
        var data = Data()
        while let more = try next() { data += more }
        return data
    }
}
