package import Foundation

/// A process of this program that runs a hidden command, with a task from its standard input.
///
/// The messages in both directions are lines of JSON. The process may be killed at work; its ending is reported. Its
/// standard input stays open as long as the harness runs, so that it notices the harness's end.
package final class ChildProcess: Sendable {
    package let process: StartedProcess
    private let input: FileHandle
    private let output: LineReader

    /// Starts a process of a hidden command, which reads a task from the first line of its standard input.
    package init(_ command: String, _ task: some Encodable) async throws {
        // A child that ends early must not end the harness through SIGPIPE.
        signal(SIGPIPE, SIG_IGN)
        let toChild = Pipe()
        let fromChild = Pipe()
        process = try await StartedProcess(
            .init(
                executable: Self.executable, arguments: [command], input: .handle(toChild.fileHandleForReading),
                output: .handle(fromChild.fileHandleForWriting), endedBy: SIGKILL))
        // If this process kept these ends open, the pipes would never end. The descriptor is closed even if closing
        // fails.
        try? toChild.fileHandleForReading.close()
        try? fromChild.fileHandleForWriting.close()
        input = toChild.fileHandleForWriting
        output = LineReader(fromChild.fileHandleForReading)
        do {
            try send(task)
        } catch {
            RunningProcesses.end(processID)
            throw error
        }
    }

    /// Sends a message.
    ///
    /// - Throws: ``HarnessError`` if the process has ended.
    func send(_ message: some Encodable) throws {
        try reporting("the process \(processID) takes no more messages") {
            try input.write(contentsOf: JSONEncoder().encode(message) + [UInt8(ascii: "\n")])
        }
    }

    private var processID: Int32 { process.processID }

    /// Its next reply, or `nil` if it has ended; if a time limit is given and passes, the process is killed.
    ///
    /// - Throws: ``TimeoutError`` if it was killed for exceeding the limit; ``HarnessError`` if its output cannot be
    ///   read; an error for an invalid reply.
    package func reply(within seconds: Double?) async throws -> WorkerReply? {
        let isLate = StopSign()
        let deadline = seconds.map { seconds in
            Deadline(in: seconds) { [processID] in
                isLate.raise()
                RunningProcesses.end(processID)
            }
        }
        defer { deadline?.lift() }
        guard let line = try await onDedicatedThread({ [output] in try output.next() }) else {
            if let seconds, isLate.isRaised {
                throw TimeoutError("the process \(processID) did not answer", within: seconds)
            }
            return nil
        }
        return try JSONDecoder().decode(WorkerReply.self, from: line)
    }

    /// Kills it, unless it has ended, and waits for its end.
    package func end() async -> StartedProcess.Ending {
        // The process ID alone might belong to another process by now.
        RunningProcesses.end(processID)
        return await process.ending()
    }

    /// The executable of child processes: this one, or in tests the one beside it.
    package static var executable: URL {
        let own = (Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0]))
            .resolvingSymlinksInPath()
        let isTest = own.lastPathComponent.contains("xctest")
        return isTest ? own.deletingLastPathComponent().appendingPathComponent("nacre-bench") : own
    }
}
