import Histogram

/// The answers and failures in each interval of a slice.
///
/// There are at most ``mostIntervals``, however long a slice takes: when more are needed, pairs are merged into
/// intervals of twice the length.
struct IntervalRecorder: Sendable {
    /// The start of the first interval, on the monotonic clock.
    let start: UInt64

    /// The length of an interval in nanoseconds.
    private(set) var length: UInt64

    private var intervals: [Interval] = []
    static let mostIntervals = 600

    private struct Interval: Sendable {
        var events = 0
        var errors = 0

        /// Two significant digits in a few kilobytes, which grow with the greatest latency.
        var latencies = Histogram<UInt32>(numberOfSignificantValueDigits: .two)

        func percentile(_ percent: Double) -> UInt64? {
            latencies.totalCount > 0 ? latencies.valueAtPercentile(percent) : nil
        }

        mutating func merge(_ other: Interval) {
            events += other.events
            errors += other.errors
            latencies.add(other.latencies)
        }
    }

    /// Makes a recorder of a slice that begins at a time of ``monotonicNanoseconds()``; an interval is at least a
    /// microsecond.
    init(start: UInt64, everySeconds seconds: Double = 1) {
        self.start = start
        length = max(1_000, UInt64(max(0, min(seconds, 1e9)) * 1e9))
    }

    /// Records an answer and its latency in nanoseconds; an answer before the start counts in the first interval.
    mutating func record(at moment: UInt64, latency: UInt64, events: Int) {
        let index = index(of: moment)
        intervals[index].events += events
        intervals[index].latencies.record(latency)
    }

    mutating func record(at moment: UInt64, events: Int) {
        intervals[index(of: moment)].events += events
    }

    /// Records a failure: its time is no latency.
    mutating func recordError(at moment: UInt64) {
        intervals[index(of: moment)].errors += 1
    }

    /// The records as a series with one value for each interval, the empty ones included; the last may be shorter.
    func series(until end: UInt64, began: Double) -> IntervalSeries {
        var whole = self
        let elapsed = end > start ? end - start : 0
        // Creates the interval in which the slice ended, and all empty ones before it.
        if elapsed > 0 { _ = whole.index(of: end - 1) }
        let all = whole.intervals
        return IntervalSeries(
            began: began, seconds: Double(elapsed) / 1e9, intervalSeconds: Double(whole.length) / 1e9,
            events: all.map(\.events), errors: all.map(\.errors), p50: all.map { $0.percentile(50) },
            p99: all.map { $0.percentile(99) })
    }

    /// The records, as the series of a slice of the given duration.
    func series(ofNanoseconds nanoseconds: UInt64) -> IntervalSeries {
        let sinceStart = Int64(clamping: monotonicNanoseconds()) - Int64(clamping: start)
        return series(until: start + nanoseconds, began: Double(realNanoseconds() - sinceStart) / 1e9)
    }

    /// The index of the interval that contains a moment; it is created if necessary.
    private mutating func index(of moment: UInt64) -> Int {
        let elapsed = moment > start ? moment - start : 0
        while elapsed / length >= UInt64(Self.mostIntervals) { coarsen() }
        let index = Int(elapsed / length)
        while intervals.count <= index { intervals.append(Interval()) }
        return index
    }

    private mutating func coarsen() {
        length *= 2
        intervals = stride(from: 0, to: intervals.count, by: 2).map { first in
            var interval = intervals[first]
            if first + 1 < intervals.count { interval.merge(intervals[first + 1]) }
            return interval
        }
    }
}
