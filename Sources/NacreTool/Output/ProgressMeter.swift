import Synchronization

/// Shows the progress of work that has taken more than a second.
///
/// Threading: all members may be called from any thread.
package final class ProgressMeter: Sendable {
    private let action: String
    private let diagnostics: Diagnostics?
    private let now: @Sendable () -> ContinuousClock.Instant
    private let begin: ContinuousClock.Instant
    private let nextShow: Mutex<ContinuousClock.Instant>

    /// Creates a meter.
    ///
    /// - Parameters:
    ///   - action: The name of the work, such as `importing`.
    ///   - diagnostics: The diagnostics that progress is shown on; `nil` shows none.
    ///   - now: The clock.
    package init(
        _ action: String, on diagnostics: Diagnostics?,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    ) {
        self.action = action
        self.diagnostics = diagnostics
        self.now = now
        begin = now()
        nextShow = Mutex(begin + .seconds(1))
    }

    /// The elapsed time in seconds.
    package var seconds: Double { (now() - begin) / .seconds(1) }

    /// Updates the progress; it may be called as often as needed, and is shown at most every 100 ms.
    ///
    /// - Parameters:
    ///   - done: The number of events done.
    ///   - fraction: The fraction done, 0 to 1; `nil` if the total is not known.
    package func update(_ done: UInt64, fraction: Double?) {
        guard let diagnostics else { return }
        let now = now()
        let isDue = nextShow.withLock { next in
            guard now >= next else { return false }
            next = now + .milliseconds(100)
            return true
        }
        guard isDue else { return }
        diagnostics.progress(
            ProgressReading(action: action, done: done, fraction: fraction, seconds: seconds).line)
    }

    /// Updates the progress.
    ///
    /// - Parameters:
    ///   - done: The number of events done.
    ///   - total: The total number of events.
    package func update(_ done: UInt64, of total: UInt64) {
        update(done, fraction: total == 0 ? nil : Double(done) / Double(total))
    }

    /// Removes the line of progress.
    package func finish() {
        diagnostics?.progress(nil)
    }
}
