import Foundation
import Synchronization

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
    private let isRunning = Atomic<Bool>(true)
    private let end = DispatchSemaphore(value: 0)

    /// Begins to write.
    ///
    /// - Parameters:
    ///   - text: What is said.
    ///   - watch: What is told of the load.
    ///   - columns: How wide the terminal is; asked anew each time, because windows change.
    ///   - write: Takes what is to be written.
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
        while isRunning.load(ordering: .relaxed) {
            let line = text.line(of: watch.sight, at: monotonicNanoseconds())
            write(Self.clear + Terminal.fitted(line, in: columns()))
            Thread.sleep(forTimeInterval: Self.interval)
        }
        write(Self.clear)
        end.signal()
    }

    /// Removes the line; returns when it is gone.
    func stop() async {
        isRunning.store(false, ordering: .relaxed)
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
    /// What is running.
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
        return isLate || budget.events.map { sight.events >= $0 } == true
    }

    /// The line for what is seen at a moment.
    mutating func line(of sight: LoadWatch.Sight, at now: UInt64) -> String {
        let before = last ?? (LoadWatch.Sight(), now)
        last = (sight, now)
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
        if let arrivals = budget.arrivals, let all = budget.seconds {
            let due = arrivals.expected(at: min(seconds, all), of: all)
            parts.append("backlog \(decimal(max(0, Int(due) - sight.answers)))")
        }
        if let all = budget.seconds { parts.append("\(decimal(max(0, all - seconds), decimals: 1)) s left") }
        if let events = budget.events { parts.append("\(decimal(max(0, events - sight.events))) events left") }
        return parts.joined(separator: "  ")
    }
}
