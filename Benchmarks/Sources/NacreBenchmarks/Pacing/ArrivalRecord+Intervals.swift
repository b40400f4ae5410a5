extension ArrivalRecord {
    /// The time from the first due append to the last answer, by ``monotonicNanoseconds()``; `nil` without answers.
    var span: ClosedRange<UInt64>? {
        let dues = zip(answers, latencies).map { $0.moment - $1 }
        guard let first = dues.min(), let last = answers.map(\.moment).max() else { return nil }
        return first...max(first, last)
    }

    /// The answers and failures of each interval, from the first due append on; `nil` without answers.
    ///
    /// `others` are latencies that replace the answers' own.
    ///
    /// - Complexity: O(*n*) in the answers.
    func intervals(
        ofSeconds seconds: Double, eventsPerAppend: Int, latencies others: [UInt64]? = nil
    ) -> IntervalSeries? {
        guard let span else { return nil }
        var timed = TimedAnswers()
        for (answer, latency) in zip(answers, others ?? latencies) {
            timed.note(nanoseconds: latency, at: answer.moment, events: eventsPerAppend)
        }
        return IntervalSeries(
            ofSeconds: seconds, from: span.lowerBound, nanoseconds: span.upperBound - span.lowerBound, answers: [timed],
            failures: failures)
    }
}
