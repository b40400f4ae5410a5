package import Nacre
import Synchronization

/// Shows the progress of work that has taken more than a second.
///
/// Work may have phases, each with its own words, numbers and forecast.
///
/// Threading: all members may be called from any thread.
package final class ProgressMeter: Sendable {
    private struct State {
        var phase: String
        var phaseBegin: ContinuousClock.Instant
        var nextShow: ContinuousClock.Instant
    }

    private let unit: String
    private let diagnostics: Diagnostics?
    private let now: @Sendable () -> ContinuousClock.Instant
    private let begin: ContinuousClock.Instant
    private let state: Mutex<State>

    /// Creates a meter.
    ///
    /// - Parameters:
    ///   - action: The name of the work, such as `importing`.
    ///   - unit: The plural of what is counted.
    ///   - diagnostics: The diagnostics that progress is shown on; `nil` shows none.
    ///   - now: The clock.
    package init(
        _ action: String, unit: String = "events", on diagnostics: Diagnostics?,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    ) {
        self.unit = unit
        self.diagnostics = diagnostics
        self.now = now
        begin = now()
        state = Mutex(State(phase: action, phaseBegin: begin, nextShow: begin + .seconds(1)))
    }

    /// The elapsed time in seconds.
    package var seconds: Double { (now() - begin) / .seconds(1) }

    /// Updates the progress; it may be called as often as needed, and is shown at most every 100 ms.
    ///
    /// - Parameters:
    ///   - done: The number of events done.
    ///   - fraction: The fraction done, 0 to 1; `nil` if the total is not known.
    package func update(_ done: UInt64, fraction: Double?) {
        show(done, fraction: fraction, unit: unit)
    }

    /// Updates the progress.
    ///
    /// - Parameters:
    ///   - done: The number of events done.
    ///   - total: The total number of events.
    package func update(_ done: UInt64, of total: UInt64) {
        update(done, fraction: total == 0 ? nil : Double(done) / Double(total))
    }

    /// Updates the progress of work that reports its phases.
    ///
    /// - Parameter progress: The phase, and how much of it is done.
    package func update(_ progress: PhaseProgress) {
        enter(progress.phase)
        show(
            progress.done, fraction: progress.total == 0 ? nil : Double(progress.done) / Double(progress.total),
            unit: progress.unit)
    }

    /// Begins a phase of which nothing is counted, such as a sync of a file.
    ///
    /// - Parameter phase: The name of the phase.
    package func enter(_ phase: String) {
        guard let diagnostics else { return }
        let isNew = state.withLock { state in
            guard state.phase != phase else { return false }
            state.phase = phase
            state.phaseBegin = now()
            return state.phaseBegin >= begin + .seconds(1)
        }
        // Shown at once: the phase may report nothing before its end.
        if isNew { diagnostics.progress(phase) }
    }

    private func show(_ done: UInt64, fraction: Double?, unit: String) {
        guard let diagnostics else { return }
        let now = now()
        let due: (phase: String, seconds: Double)? = state.withLock { state in
            guard now >= state.nextShow else { return nil }
            state.nextShow = now + .milliseconds(100)
            return (state.phase, (now - state.phaseBegin) / .seconds(1))
        }
        guard let due else { return }
        let reading = ProgressReading(
            action: due.phase, done: done, unit: unit, fraction: fraction, seconds: due.seconds)
        diagnostics.progress(reading.line(fitting: diagnostics.progressWidth))
    }

    /// Removes the line of progress.
    package func finish() {
        diagnostics?.progress(nil)
    }
}
