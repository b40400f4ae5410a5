import ArgumentParser
@preconcurrency import Dispatch

extension Interruption {
    // OPS-30: A signal cancels a command that tidies up and reports.

    /// How long a cancelled command may take to end before the signal ends the process, in seconds.
    ///
    /// A sync of a large file cannot be cancelled.
    private static let cancellationGrace = 10.0

    /// How often a cancelled command is asked whether it waits for the reader of its output, in seconds.
    private static let blockedInterval = 0.1

    /// Runs a command in a task that a signal cancels.
    ///
    /// - Parameter command: The command.
    /// - Throws: ``Interruption``, once the command has ended after a signal; the errors of the command.
    static func run(_ command: any InterruptibleCommand) async throws {
        let task = Task { @MainActor in
            var command = command
            try await command.run()
        }
        let signals = signals()
        let watch = Task.detached {
            var first: Int32?
            for await signal in signals {
                guard first == nil else { ExitStatus.interrupted(by: signal).endProcess() }
                first = signal
                task.cancel()
                DispatchQueue.global().asyncAfter(deadline: .now() + cancellationGrace) {
                    ExitStatus.interrupted(by: signal).endProcess()
                }
                endIfBlocked(by: signal, since: .now())
            }
            return first
        }
        let result = await task.result
        watch.cancel()
        let signal = await watch.value
        if case .failure(let error) = result, signal == nil || !(error is CancellationError) { throw error }
        if let signal { throw Interruption(signal: signal) }
    }

    /// Ends the process by a signal once its output has been blocked for ``grace``: a write that waits cannot be
    /// cancelled.
    private static func endIfBlocked(by signal: Int32, since start: DispatchTime) {
        let isBlocked = Console.standard.output.isBlocked
        if isBlocked, .now() >= start + grace { ExitStatus.interrupted(by: signal).endProcess() }
        DispatchQueue.global().asyncAfter(deadline: .now() + blockedInterval) {
            endIfBlocked(by: signal, since: isBlocked ? start : .now())
        }
    }

    /// Runs work; if it is cancelled, reports on standard error what it has done.
    ///
    /// - Parameters:
    ///   - done: What is done, and what is not.
    ///   - work: The work.
    /// - Returns: The result of `work`.
    /// - Throws: The errors of `work`.
    package static func reporting<Result>(
        _ done: @autoclosure () -> String, _ work: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await work()
        } catch let error as CancellationError {
            report(done())
            throw error
        }
    }

    /// Reports on standard error what a cancelled command has done.
    ///
    /// - Parameter done: What is done, and what is not.
    package static func report(_ done: String) {
        Console.standard.diagnostics.notice("interrupted: \(done)")
    }
}
