import Foundation

/// A line on a terminal that says, twice a second, how a load is doing.
///
/// It is written over itself, and removed in the end: what stays is the line of the slice.
final class LiveLine: Sendable {
    private static let interval = 0.5

    /// Goes to the line's beginning and removes what is there (ECMA-48, sections 8.3.15 and 8.3.41).
    private static let clear = "\r\u{1B}[K"

    private let text: LiveText
    private let watch: LoadWatch
    private let columns: @Sendable () -> Int
    private let write: @Sendable (String) -> Void
    private let isOver = DispatchSemaphore(value: 0)
    private let end = DispatchSemaphore(value: 0)

    /// Begins to write; the terminal's columns are asked anew each time, because windows change.
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

/// What a live line says: the step, and of the load rate, latencies, failures, backlog and the time that is left.
struct LiveText: Sendable {
    let step: String

    /// When it ends, and how its appends come.
    let budget: SliceBudget

    private var last: (sight: LoadWatch.Sight, moment: UInt64)?
    private var begin: UInt64?

    init(step: String, budget: SliceBudget) {
        self.step = step
        self.budget = budget
    }

    /// Whether nothing more is to come.
    private func isOver(_ sight: LoadWatch.Sight, at now: UInt64, since begin: UInt64) -> Bool {
        let isLate = budget.seconds.map { Double(now - begin) / 1e9 >= $0 } == true
        return isLate || counts(in: sight).contains { $0.left == 0 }
    }

    /// Something that is counted to the slice's end.
    private struct Count {
        let name: String
        let done: Int
        let left: Int

        init(_ name: String, done: Int, of all: Int) {
            self.name = name
            self.done = done
            left = max(0, all - done)
        }

        /// Seconds until nothing is left, where so many are over; none can be told where nothing is done.
        func secondsLeft(after seconds: Double) -> Double {
            done > 0 ? Double(left) * seconds / Double(done) : .infinity
        }
    }

    private func counts(in sight: LoadWatch.Sight) -> [Count] {
        let events = budget.events.map { Count("events", done: sight.events, of: $0) }
        // A call that fails is one too, and is not made again.
        let calls = budget.calls.map { Count($0.name, done: sight.answers + sight.failures, of: $0.count) }
        return [events, calls].compactMap(\.self)
    }

    /// What is left until whichever limit comes first, at the rate of the slice so far; `nil` where there is no limit.
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

    /// The line for what is seen at a moment.
    mutating func line(of sight: LoadWatch.Sight, at now: UInt64) -> String {
        defer { last = (sight, now) }
        // One look shows no rate, whatever it finds.
        guard let before = last else { return "\(step)  opening" }
        let answers = sight.answers - before.sight.answers
        if begin == nil, answers > 0 { begin = before.moment }
        guard let begin else { return "\(step)  opening" }
        // A store that answers nothing before the end of its slice stands still, which is what is to be seen.
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
            // Where the slice ends when somebody says so, they come until then.
            let all = budget.seconds ?? .infinity
            let due = arrivals.expected(at: min(seconds, all), of: all)
            parts.append("backlog \(decimal(max(0, Int(due) - sight.answers)))")
        }
        if let remainder = remainder(of: sight, after: seconds) { parts.append(remainder) }
        return parts.joined(separator: "  ")
    }
}
