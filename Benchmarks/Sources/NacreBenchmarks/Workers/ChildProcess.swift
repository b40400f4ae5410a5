import Foundation

/// A process of this very program that runs one of its hidden commands, on a task that it reads from its standard
/// input.
///
/// What passes between both is a line of JSON each. It may be killed while it works: how it ended is told. Its standard
/// input stays open as long as the harness lives, so that it hears of the harness's end.
final class ChildProcess: Sendable {
    let processID: Int32
    private let process: StartedProcess
    private let input: FileHandle
    private let output: LineReader

    /// Starts a process of a hidden command, which reads a task from the first line of its standard input.
    init(_ command: String, _ task: some Encodable) async throws {
        // A child that ends early must not end the harness with it.
        signal(SIGPIPE, SIG_IGN)
        let toChild = Pipe()
        let fromChild = Pipe()
        process = try await StartedProcess(
            .init(
                executable: Self.executable, arguments: [command], input: .handle(toChild.fileHandleForReading),
                output: .handle(fromChild.fileHandleForWriting), endedBy: SIGKILL))
        // Held here too, they would never end. A descriptor is gone whatever closing it says.
        try? toChild.fileHandleForReading.close()
        try? fromChild.fileHandleForWriting.close()
        processID = process.processID
        input = toChild.fileHandleForWriting
        output = LineReader(fromChild.fileHandleForReading)
        do {
            try send(task)
        } catch {
            RunningProcesses.end(processID)
            throw error
        }
    }

    /// Hands it a message.
    ///
    /// - Throws: ``HarnessError`` where it takes none, because it has ended.
    func send(_ message: some Encodable) throws {
        try reporting("the process \(processID) takes no more messages") {
            try input.write(contentsOf: JSONEncoder().encode(message) + [UInt8(ascii: "\n")])
        }
    }

    /// The next line that it answers, `nil` where it has ended; where seconds are given, it is killed when they are
    /// over.
    ///
    /// - Throws: ``TimeoutError`` where it was killed for being late; ``HarnessError`` where its output cannot be
    ///   read; an answer that is none.
    func reply(within seconds: Double?) async throws -> WorkerReply? {
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

    /// Whether it has not ended yet.
    var isRunning: Bool { process.isRunning }

    /// Kills it, unless it has ended, and waits until it is gone.
    func end() async -> StartedProcess.Ending {
        // By its number alone it might be another one by now.
        RunningProcesses.end(processID)
        return await ending()
    }

    /// Waits until it has ended.
    func ending() async -> StartedProcess.Ending { await process.ending() }

    /// The program that they run: this one, or the one beside it where this is a test.
    static var executable: URL {
        let own = (Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0]))
            .resolvingSymlinksInPath()
        let isTest = own.lastPathComponent.contains("xctest")
        return isTest ? own.deletingLastPathComponent().appendingPathComponent("nacre-bench") : own
    }
}
