extension ArrivalRecord {
    /// From the first append that was due to the last answer, of ``monotonicNanoseconds()``; `nil` where nothing was
    /// answered.
    var span: ClosedRange<UInt64>? {
        let dues = zip(answers, latencies).map { $0.moment - $1 }
        guard let first = dues.min(), let last = answers.map(\.moment).max() else { return nil }
        return first...max(first, last)
    }

    /// What was answered and what failed in each interval of so many seconds, from the first append that was due on;
    /// `nil` where nothing was answered.
    ///
    /// `others` are the latencies that count in the place of the answers' own.
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
