/// What 99 of 100 appends of an open loop are to be answered within, from the moments at which they were due.
struct LatencyBound: Hashable, Sendable {
    /// The share of the appends that must be.
    static let share = 0.99

    let nanoseconds: UInt64

    /// Whether a slice, in which appends were due for so many seconds, keeps the bound; not where nothing was due in
    /// time.
    ///
    /// Its 99th percentile is within the bound, and of what was due early enough that the bound could be kept before
    /// the slice was over, 99 of 100 are answered within it: what failed is in no percentile, and what was due last and
    /// not begun is in it with less than it would have taken. What is still under way at the end, and due a moment
    /// before, says nothing against the rate.
    func isKept(by slice: AppendSlice, ofSeconds seconds: Double, behind warmUp: UInt64) -> Bool {
        var recorder = LatencyRecorder()
        recorder.record(slice.answers(behind: warmUp).latencies)
        guard let summary = recorder.summary, summary.p99 <= nanoseconds else { return false }
        let begin = slice.start + warmUp
        let end = slice.start + UInt64(seconds * 1e9)
        guard let offered = slice.offered, begin + nanoseconds <= end else { return false }
        let times = begin...(end - nanoseconds)
        let due = offered.count(dueIn: times)
        let kept = slice.records.reduce(0) { $0 + $1.count(dueIn: times, answeredWithin: nanoseconds) }
        return due > 0 && Double(kept) >= Double(due) * Self.share
    }
}

extension WriterRecord {
    /// How many appends of an open loop were due at some times, and answered within so many nanoseconds.
    fileprivate func count(dueIn times: ClosedRange<UInt64>, answeredWithin bound: UInt64) -> Int {
        zip(moments, latencies).count { $1 <= bound && times.contains($0 - $1) }
    }
}
