import Foundation

/// A line on a terminal that shows a load's progress, twice a second.
///
/// It is overwritten in place and erased at the end of the slice, whose result line remains.
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

    /// Starts writing; reads the terminal's width for every line, because the window may be resized.
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

    var last: (sight: LoadWatch.Sight, moment: UInt64)?
    var begin: UInt64?

    /// The counts towards the end of the slice; a failed call counts too, and is not repeated.
    private func counts(in sight: LoadWatch.Sight) -> [(name: String, done: Int, left: Int)] {
        let events = budget.events.map { ("events", sight.events, max(0, $0 - sight.events)) }
        let answers = sight.answers + sight.failures
        return [events, budget.calls.map { ($0.name, answers, max(0, $0.count - answers)) }].compactMap(\.self)
    }

    /// The remainder until the first limit is reached, at the slice's rate so far; `nil` without a limit.
    private func remainder(of sight: LoadWatch.Sight, after seconds: Double) -> String? {
        let time = budget.seconds.map { max(0, $0 - seconds) }
        let estimates = counts(in: sight).map { count in
            (count, seconds: count.done > 0 ? Double(count.left) * seconds / Double(count.done) : .infinity)
        }
        let nearest = estimates.min { $0.seconds < $1.seconds }
        if let time, time <= nearest?.seconds ?? .infinity { return "\(decimal(time, decimals: 1)) s left" }
        guard let (count, estimate) = nearest else { return nil }
        let about = estimate.isFinite ? ", about \(decimal(estimate, decimals: 1)) s" : ""
        return "\(decimal(count.left)) \(count.name) left\(about)"
    }

    mutating func line(of sight: LoadWatch.Sight, at now: UInt64) -> String {
        defer { last = (sight, now) }
        // A rate needs two samples.
        guard let before = last else { return "\(step)  opening" }
        let answers = sight.answers - before.sight.answers
        if begin == nil, answers > 0 { begin = before.moment }
        guard let begin else { return "\(step)  opening" }
        let seconds = Double(now - begin) / 1e9
        let isOver = budget.seconds.map { seconds >= $0 } == true || counts(in: sight).contains { $0.left == 0 }
        // A store that does not answer before the end of its slice is stalled, which the line must show.
        guard now > before.moment, answers > 0 || !isOver else { return "\(step)  closing, auditing" }
        let rate = Double(sight.events - before.sight.events) * 1e9 / Double(now - before.moment)
        var parts = [step, "\(decimal(Int(rate.rounded()))) events/s"]
        for percent in [50.0, 99.0] {
            guard let latency = sight.percentile(percent, since: before.sight) else { continue }
            parts.append("p\(Int(percent)) \(duration(nanoseconds: latency))")
        }
        if sight.failures > 0 { parts.append("\(decimal(sight.failures)) failed") }
        if let arrivals = budget.arrivals {
            // If the slice ends on request, appends arrive until then.
            let all = budget.seconds ?? .infinity
            let due = arrivals.expected(at: min(seconds, all), of: all)
            parts.append("backlog \(decimal(max(0, Int(due) - sight.answers)))")
        }
        return (parts + [remainder(of: sight, after: seconds)].compactMap(\.self)).joined(separator: "  ")
    }
}
