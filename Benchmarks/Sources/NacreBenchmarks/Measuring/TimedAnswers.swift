/// The answers that one caller was given, in order: how long each took, when it came, and of how many events it was.
///
/// What is noted is four numbers in arrays: a caller notes every answer while others are measured.
struct TimedAnswers: Sendable {
    /// Nanoseconds of each.
    private(set) var latencies: [UInt64] = []

    /// When each came, of ``monotonicNanoseconds()``, less what the caller had taken until then to look at its answers.
    private(set) var moments: [UInt64] = []

    /// Events read or appended in each.
    private(set) var counts: [UInt32] = []

    /// Events read or appended in all of them.
    private(set) var events = 0

    /// Notes an answer.
    mutating func note(nanoseconds: UInt64, at moment: UInt64, events count: Int) {
        latencies.append(nanoseconds)
        moments.append(moment)
        counts.append(UInt32(clamping: count))
        events += count
    }
}
