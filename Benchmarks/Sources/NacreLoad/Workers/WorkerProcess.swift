import Foundation

/// A worker in a process of its own, whose memory and writes are the engine's alone.
///
/// It is a hidden command of this program, which answers one request after the other.
package actor WorkerProcess: Worker {
    package nonisolated let processID: Int32
    private let child: ChildProcess

    package init(_ task: some Encodable & Sendable, command: String = "worker") async throws {
        child = try await ChildProcess(command, task)
        processID = child.process.processID
        do {
            _ = try await answer(within: Deadline.patience)
        } catch {
            await dismiss()
            throw error
        }
    }

    package func perform(_ request: WorkerRequest) async throws -> WorkerReply {
        RunningProcesses.send(SIGCONT, to: processID)
        return try await exchange(request, within: request.patience)
    }

    /// Sends the process a request and waits for its reply; if a time limit is given and passes, the process is killed.
    ///
    /// - Throws: ``HarnessError`` if the process has ended, or reports a failure; ``TimeoutError`` if it exceeds the
    ///   limit.
    package func exchange(_ request: some Encodable & Sendable, within seconds: Double?) async throws -> WorkerReply {
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

    // Background work after a reply, such as an index merge, is suspended too: it is the engine's work, and its time.
    package nonisolated func pause() {
        RunningProcesses.send(SIGSTOP, to: processID)
    }

    package func dismiss() async { _ = await end() }

    /// Kills the process, even during work, unless it has ended.
    package func end() async -> StartedProcess.Ending {
        // A process closes its store at the end of its input; a suspended or busy one would not notice that.
        await child.end()
    }
}
