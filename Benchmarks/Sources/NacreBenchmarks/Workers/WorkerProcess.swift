import Foundation

/// A worker in a process of its own: its memory and its writes are the engine's and nobody else's.
///
/// It is a hidden command of this very program, which answers one request after the other.
actor WorkerProcess: Worker {
    nonisolated let processID: Int32
    private let child: ChildProcess

    /// Starts a process and hands it its task.
    init(_ task: some Encodable & Sendable, command: String = "worker") async throws {
        child = try await ChildProcess(command, task)
        processID = child.processID
        do {
            _ = try await answer(within: Deadline.patience)
        } catch {
            await dismiss()
            throw error
        }
    }

    func perform(_ request: WorkerRequest) async throws -> WorkerReply {
        RunningProcesses.send(SIGCONT, to: processID)
        return try await exchange(request, within: request.patience)
    }

    /// Hands the process a request and waits for its answer; where seconds are given, it is killed when they are over.
    ///
    /// - Throws: ``HarnessError`` where the process has ended, or says that it failed; ``TimeoutError`` where it is
    ///   late.
    func exchange(_ request: some Encodable & Sendable, within seconds: Double?) async throws -> WorkerReply {
        try child.send(request)
        return try await answer(within: seconds)
    }

    private func answer(within seconds: Double?) async throws -> WorkerReply {
        guard let reply = try await child.reply(within: seconds) else {
            throw HarnessError("the worker \(processID) ended before it answered: its own message is on standard error")
        }
        if let failure = reply.failure {
            throw HarnessError(
                DiskFailure.isOne(failure) ? .inputOutput : .other, "the worker \(processID) failed: \(failure)")
        }
        return reply
    }

    // What runs behind an answer, as an index that merges, waits with it: it is the engine's work, and its time.
    nonisolated func pause() {
        RunningProcesses.send(SIGSTOP, to: processID)
    }

    func dismiss() async { _ = await end() }

    /// Kills the process, whatever it does, unless it has ended.
    func end() async -> StartedProcess.Ending {
        // Its end of input lets it close what it has open; one that is stopped or at work would not see it.
        await child.end()
    }
}
