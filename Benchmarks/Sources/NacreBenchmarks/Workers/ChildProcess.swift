import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A process of this very program that runs one of its hidden commands, on a task that it reads from its standard input.
///
/// Unlike a ``WorkerProcess`` it takes one task alone, and may be killed while it works: how it ended is told. Its
/// standard input stays open as long as the harness lives, so that it hears of the harness's end.
final class ChildProcess: Sendable {
    /// How a process ended.
    struct Ending: Hashable, Sendable {
        /// The signal that ended it; `nil` where it ended by itself.
        var signal: Int32?

        /// Its exit code, where it ended by itself.
        var exitCode: Int32?

        /// Whether it was killed, and had not ended before.
        var isKill: Bool { signal == SIGKILL }

        /// How it ended, in words.
        var inWords: String {
            signal.map { "was ended by signal \($0)" } ?? "ended by itself with exit code \(exitCode ?? 0)"
        }
    }

    let processID: Int32
    private let process: Process
    private let input: FileHandle
    private let output: LineReader

    /// Starts a process.
    ///
    /// - Parameters:
    ///   - command: A hidden command, which reads a task from the first line of its standard input.
    ///   - task: The task.
    /// - Throws: ``HarnessError`` where it cannot be started or takes no task.
    init(_ command: String, _ task: some Encodable) throws {
        // A child that ends early must not end the harness with it.
        signal(SIGPIPE, SIG_IGN)
        process = Process()
        process.executableURL = WorkerProcess.executable
        process.arguments = [command]
        let toChild = Pipe()
        let fromChild = Pipe()
        process.standardInput = toChild
        process.standardOutput = fromChild
        do {
            try process.run()
        } catch {
            throw HarnessError("no process can be started from \(WorkerProcess.executable.path): \(error)")
        }
        processID = process.processIdentifier
        input = toChild.fileHandleForWriting
        output = LineReader(fromChild.fileHandleForReading)
        WorkerProcess.running.withLock { [processID] in _ = $0.insert(processID) }
        do {
            try input.write(contentsOf: JSONEncoder().encode(task) + [UInt8(ascii: "\n")])
        } catch {
            kill(processID, SIGKILL)
            throw HarnessError(.inputOutput, "the process \(processID) takes no task: \(error)")
        }
    }

    /// The next line that it answers; `nil` where it has ended.
    ///
    /// - Returns: The answer.
    /// - Throws: ``HarnessError`` where its output cannot be read; an answer that is none.
    func reply() async throws -> WorkerReply? {
        guard let line = try await onDedicatedThread({ [output] in try output.next() }) else { return nil }
        return try JSONDecoder().decode(WorkerReply.self, from: line)
    }

    /// Whether it has not ended yet.
    var isRunning: Bool { process.isRunning }

    /// Kills it, unless it has ended, and waits until it is gone.
    ///
    /// - Returns: How it ended.
    func end() async -> Ending {
        kill(processID, SIGKILL)
        return await ending()
    }

    /// Waits until it has ended.
    ///
    /// - Returns: How it ended.
    func ending() async -> Ending {
        await withCheckedContinuation { continuation in
            Thread { [process] in
                process.waitUntilExit()
                continuation.resume()
            }.start()
        }
        WorkerProcess.running.withLock { [processID] in _ = $0.remove(processID) }
        return process.terminationReason == .uncaughtSignal
            ? Ending(signal: process.terminationStatus) : Ending(exitCode: process.terminationStatus)
    }
}

/// What a hidden command has to do with the process that started it.
enum ParentProcess {
    /// Reads the task from standard input, and from then on ends this process when the other one has.
    ///
    /// - Parameter type: What the task is.
    /// - Returns: The task; `nil` where there is none.
    /// - Throws: Where it cannot be read.
    static func task<Task: Decodable & Sendable>(_ type: Task.Type) async throws -> Task? {
        let input = LineReader(.standardInput)
        guard let line = try await onDedicatedThread({ try input.next() }) else { return nil }
        Thread {
            // Nothing more is ever said: the end of the input is the end of the other process.
            while (try? input.next()) != nil {}
            exit(1)
        }.start()
        return try JSONDecoder().decode(type, from: line)
    }

    /// Answers with a line.
    static func answer(_ reply: WorkerReply) throws {
        try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(reply) + [UInt8(ascii: "\n")])
    }

    /// Answers with a failure, and ends this process whatever it does.
    static func giveUp(_ error: any Error) -> Never {
        do {
            try answer(WorkerReply(failure: DiskFailure.words(error)))
        } catch let unheard {
            standardError("nacre-bench: \(error), and nobody can be told: \(unheard)")
        }
        exit(1)
    }
}
