/// The bound for 99 of 100 appends of an open loop, counted from their due times.
struct LatencyBound: Hashable, Sendable {
    /// The required fraction of the appends.
    static let share = 0.99

    let nanoseconds: UInt64

    /// Whether a slice of the given duration keeps the bound; `false` if nothing was due in time.
    ///
    /// Its 99th percentile must be within the bound. Also, of the appends due early enough to keep the bound before the
    /// end of the slice, 99 of 100 must be answered within it: failures are in no percentile, and appends that were due
    /// last and not started have shorter waits than they would have had. Appends due just before the end and still
    /// running do not count against the rate.
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
    /// The number of an open loop's appends that were due in a time range, and answered within a bound in nanoseconds.
    fileprivate func count(dueIn times: ClosedRange<UInt64>, answeredWithin bound: UInt64) -> Int {
        zip(moments, latencies).count { $1 <= bound && times.contains($0 - $1) }
    }
}
