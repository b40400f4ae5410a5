import Foundation

/// Waits for a process to end, asleep.
///
/// Foundation's `waitUntilExit` runs the run loop of its thread, which has nothing to wait for on a thread of one's own: it
/// takes a whole processor from what is measured.
struct ProcessEnd: Sendable {
    private let ended = DispatchSemaphore(value: 0)

    /// Prepares to wait.
    ///
    /// - Parameter process: Which has not been started yet.
    init(of process: Process) {
        process.terminationHandler = { [ended] _ in ended.signal() }
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
