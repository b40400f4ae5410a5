import Foundation
import Synchronization

/// Starts a process, and waits for its end, asleep.
///
/// Foundation's `waitUntilExit` runs the run loop of its thread, which has nothing to wait for on a thread of one's own: it
/// takes a whole processor from what is measured.
///
/// Processes are started one after the other: Foundation closes in a child what it has found open before, so that of two
/// started at once, one would hold the other's pipes open, and whoever reads those to their end would wait for both.
struct ProcessEnd: Sendable {
    private static let starting = Mutex(())

    private let ended = DispatchSemaphore(value: 0)

    /// Starts a process.
    ///
    /// When it has ended, ``RunningProcesses`` forgets it.
    ///
    /// - Parameters:
    ///   - process: The process, which has not been started yet.
    ///   - connect: Gives it its pipes, if it has some.
    /// - Throws: What Foundation throws where it cannot be started.
    init(starting process: Process, connect: (Process) -> Void = { _ in }) throws {
        process.terminationHandler = { [ended] process in
            RunningProcesses.forget(process.processIdentifier)
            ended.signal()
        }
        try Self.starting.withLock { _ in
            connect(process)
            try process.run()
        }
    }

    /// Blocks until the process has ended; for threads that may.
    func wait() {
        ended.wait()
        // Whoever waits a second time waits for nothing.
        ended.signal()
    }

    /// Waits until the process has ended.
    func reached() async {
        await withCheckedContinuation { continuation in
            Thread {
                wait()
                continuation.resume()
            }.start()
        }
    }
}
