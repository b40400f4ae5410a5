import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A worker in a process of its own: its memory and its writes are the engine's and nobody else's.
///
/// It is the command `worker` of this very program, which takes requests from its standard input, a line of JSON each,
/// and answers them on its standard output.
actor WorkerProcess: Worker {
    nonisolated let processID: Int32
    private let process: Process
    private let input: FileHandle
    private let output: LineReader

    /// All that are running, for whoever has to end them at once.
    static let running = Mutex<Set<Int32>>([])

    /// Starts a process and hands it its task.
    ///
    /// - Parameters:
    ///   - task: What to work on.
    ///   - command: The command of this program that the process runs.
    /// - Throws: ``HarnessError`` where it cannot be started or refuses the task.
    init(_ task: some Encodable & Sendable, command: String = "worker") async throws {
        // A worker that ends early must not end the harness with it.
        signal(SIGPIPE, SIG_IGN)
        let process = Process()
        process.executableURL = Self.executable
        process.arguments = [command]
        let toWorker = Pipe()
        let fromWorker = Pipe()
        process.standardInput = toWorker
        process.standardOutput = fromWorker
        do {
            try process.run()
        } catch {
            throw HarnessError("no worker can be started from \(Self.executable.path): \(error)")
        }
        self.process = process
        processID = process.processIdentifier
        input = toWorker.fileHandleForWriting
        output = LineReader(fromWorker.fileHandleForReading)
        Self.running.withLock { [processID] in _ = $0.insert(processID) }
        do {
            _ = try await exchange(task)
        } catch {
            await dismiss()
            throw error
        }
    }

    func perform(_ request: WorkerRequest) async throws -> WorkerReply {
        kill(processID, SIGCONT)
        return try await exchange(request)
    }

    /// Hands the process a request, a line of JSON, and waits for its answer.
    ///
    /// - Throws: ``HarnessError`` where the process has ended, or says that it failed.
    func exchange(_ message: some Encodable & Sendable) async throws -> WorkerReply {
        do {
            try input.write(contentsOf: JSONEncoder().encode(message) + [UInt8(ascii: "\n")])
        } catch {
            throw HarnessError(.inputOutput, "the worker \(processID) takes no more requests: \(error)")
        }
        let line = try await onDedicatedThread { [output] in try output.next() }
        guard let line else {
            throw HarnessError("the worker \(processID) ended before it answered: its own message is on standard error")
        }
        let reply = try JSONDecoder().decode(WorkerReply.self, from: line)
        if let failure = reply.failure {
            throw HarnessError(
                DiskFailure.isOne(failure) ? .inputOutput : .other, "the worker \(processID) failed: \(failure)")
        }
        return reply
    }

    // What runs behind an answer, as an index that merges, waits with it: it is the engine's work, and its time.
    nonisolated func pause() {
        kill(processID, SIGSTOP)
    }

    func dismiss() async {
        // Its end of input lets it close what it has open; one that is stopped or at work would not see it.
        kill(processID, SIGKILL)
        await withCheckedContinuation { continuation in
            Thread { [process] in
                process.waitUntilExit()
                continuation.resume()
            }.start()
        }
        Self.running.withLock { [processID] in _ = $0.remove(processID) }
    }

    /// Ends every worker at once, for a harness that is interrupted.
    static func endAll() {
        for processID in running.withLock({ $0 }) { kill(processID, SIGKILL) }
    }

    /// The program that runs workers: this one, or the one beside it where this is a test.
    static var executable: URL {
        let own = (Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0]))
            .resolvingSymlinksInPath()
        let isTest = own.lastPathComponent.contains("xctest")
        return isTest ? own.deletingLastPathComponent().appendingPathComponent("nacre-bench") : own
    }
}
