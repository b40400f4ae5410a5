/// One caller's answers, in order: the latency, time and number of events of each.
///
/// A record is a few numbers in arrays, because callers record every answer during measurements.
struct TimedAnswers: Sendable {
    /// The latency of each, in nanoseconds.
    private(set) var latencies: [UInt64] = []

    /// The time of each, by ``monotonicNanoseconds()``, minus the caller's time so far for checking its answers.
    private(set) var moments: [UInt64] = []

    /// Events read or appended in each.
    private(set) var counts: [UInt32] = []

    /// Events read or appended in all of them.
    private(set) var events = 0

    mutating func note(nanoseconds: UInt64, at moment: UInt64, events count: Int) {
        latencies.append(nanoseconds)
        moments.append(moment)
        counts.append(UInt32(clamping: count))
        events += count
    }
}
