import Synchronization

/// Shows how far something has come, once it has taken more than a second.
///
/// Threading: all members may be called from any thread.
package final class ProgressMeter: Sendable {
    private let action: String
    private let diagnostics: Diagnostics?
    private let now: @Sendable () -> ContinuousClock.Instant
    private let begin: ContinuousClock.Instant
    private let nextShow: Mutex<ContinuousClock.Instant>

    /// Makes a meter.
    ///
    /// - Parameters:
    ///   - action: What is being done: `importing`.
    ///   - diagnostics: Where progress is shown; `nil` shows none.
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

    /// How long it has taken so far, in seconds.
    package var seconds: Double { (now() - begin) / .seconds(1) }

    /// Tells how far it has come, as often as anybody likes.
    ///
    /// - Parameters:
    ///   - done: How many events are done.
    ///   - fraction: How much of the whole is done, 0 to 1; `nil` where the whole is not known.
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

    /// Tells how far it has come.
    ///
    /// - Parameters:
    ///   - done: How many events are done.
    ///   - total: How many there are.
    package func update(_ done: UInt64, of total: UInt64) {
        update(done, fraction: total == 0 ? nil : Double(done) / Double(total))
    }

    /// Takes the line of progress away.
    package func finish() {
        diagnostics?.progress(nil)
    }
}
