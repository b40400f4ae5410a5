import Foundation

/// A line on a terminal that shows a load's progress, twice a second.
///
/// It is overwritten in place and removed at the end; the line of the slice remains.
final class LiveLine: Sendable {
    private static let interval = 0.5

    /// Returns to the line's start and erases it (ECMA-48, sections 8.3.15 and 8.3.41).
    private static let clear = "\r\u{1B}[K"

    private let text: LiveText
    private let watch: LoadWatch
    private let columns: @Sendable () -> Int
    private let write: @Sendable (String) -> Void
    private let isOver = DispatchSemaphore(value: 0)
    private let end = DispatchSemaphore(value: 0)

    /// Begins writing; the terminal's width is read each time, because windows change.
    init(
        _ text: LiveText, of watch: LoadWatch, columns: @escaping @Sendable () -> Int = { Terminal.columns },
        write: @escaping @Sendable (String) -> Void
    ) {
        self.text = text
        self.watch = watch
        self.columns = columns
        self.write = write
        // A thread, because the cooperative pool belongs to the load.
        Thread { [self] in run() }.start()
    }

    private func run() {
        var text = text
        repeat {
            let line = text.line(of: watch.sight, at: monotonicNanoseconds())
            write(Self.clear + Terminal.fitted(line, in: columns()))
        } while isOver.wait(timeout: .now() + Self.interval) == .timedOut
        write(Self.clear)
        end.signal()
    }

    /// Removes the line; returns when it is gone.
    func stop() async {
        isOver.signal()
        await withCheckedContinuation { continuation in
            Thread { [end] in
                end.wait()
                continuation.resume()
            }.start()
        }
    }
}

/// The text of a live line: the step, and the load's rate, latencies, failures, backlog and remaining time.
struct LiveText: Sendable {
    let step: String

    /// When the slice ends, and how its appends arrive.
    let budget: SliceBudget

    private var last: (sight: LoadWatch.Sight, moment: UInt64)?
    private var begin: UInt64?

    init(step: String, budget: SliceBudget) {
        self.step = step
        self.budget = budget
    }

    /// Whether the slice is over.
    private func isOver(_ sight: LoadWatch.Sight, at now: UInt64, since begin: UInt64) -> Bool {
        let isLate = budget.seconds.map { Double(now - begin) / 1e9 >= $0 } == true
        return isLate || counts(in: sight).contains { $0.left == 0 }
    }

    /// A count towards the end of the slice.
    private struct Count {
        let name: String
        let done: Int
        let left: Int

        init(_ name: String, done: Int, of all: Int) {
            self.name = name
            self.done = done
            left = max(0, all - done)
        }

        /// The remaining seconds, extrapolated from the elapsed ones; infinite if nothing is done.
        func secondsLeft(after seconds: Double) -> Double {
            done > 0 ? Double(left) * seconds / Double(done) : .infinity
        }
    }

    private func counts(in sight: LoadWatch.Sight) -> [Count] {
        let events = budget.events.map { Count("events", done: sight.events, of: $0) }
        // A failed call counts too, and is not repeated.
        let calls = budget.calls.map { Count($0.name, done: sight.answers + sight.failures, of: $0.count) }
        return [events, calls].compactMap(\.self)
    }

    /// The remainder until the first limit is reached, at the slice's rate so far; `nil` without a limit.
    private func remainder(of sight: LoadWatch.Sight, after seconds: Double) -> String? {
        let time = budget.seconds.map { max(0, $0 - seconds) }
        let counts = counts(in: sight)
        let nearest = counts.min { $0.secondsLeft(after: seconds) < $1.secondsLeft(after: seconds) }
        let estimate = nearest?.secondsLeft(after: seconds) ?? .infinity
        if let time, time <= estimate { return "\(decimal(time, decimals: 1)) s left" }
        guard let nearest else { return nil }
        let about = estimate.isFinite ? ", about \(decimal(estimate, decimals: 1)) s" : ""
        return "\(decimal(nearest.left)) \(nearest.name) left\(about)"
    }

    /// The line for the counts at a moment.
    mutating func line(of sight: LoadWatch.Sight, at now: UInt64) -> String {
        defer { last = (sight, now) }
        // A rate needs two samples.
        guard let before = last else { return "\(step)  opening" }
        let answers = sight.answers - before.sight.answers
        if begin == nil, answers > 0 { begin = before.moment }
        guard let begin else { return "\(step)  opening" }
        // A store that does not answer before the end of its slice is stalled, which the line must show.
        guard now > before.moment, answers > 0 || !isOver(sight, at: now, since: begin) else {
            return "\(step)  closing, auditing"
        }
        let rate = Double(sight.events - before.sight.events) * 1e9 / Double(now - before.moment)
        var parts = [step, "\(decimal(Int(rate.rounded()))) events/s"]
        for percent in [50.0, 99.0] {
            guard let latency = sight.percentile(percent, since: before.sight) else { continue }
            parts.append("p\(Int(percent)) \(duration(nanoseconds: latency))")
        }
        if sight.failures > 0 { parts.append("\(decimal(sight.failures)) failed") }
        let seconds = Double(now - begin) / 1e9
        if let arrivals = budget.arrivals {
            // If the slice ends on request, appends arrive until then.
            let all = budget.seconds ?? .infinity
            let due = arrivals.expected(at: min(seconds, all), of: all)
            parts.append("backlog \(decimal(max(0, Int(due) - sight.answers)))")
        }
        if let remainder = remainder(of: sight, after: seconds) { parts.append(remainder) }
        return parts.joined(separator: "  ")
    }
}
