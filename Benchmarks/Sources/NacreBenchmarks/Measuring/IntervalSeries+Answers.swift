extension IntervalSeries {
    /// The answers and failures of each interval of a slice, which lasts the given nanoseconds, or until the last
    /// answer or failure.
    ///
    /// - Complexity: O(*n*) in the answers.
    init(
        ofSeconds seconds: Double, from start: UInt64, nanoseconds: UInt64, answers: some Sequence<TimedAnswers>,
        failures: some Sequence<AppendFailure>
    ) {
        var recorder = IntervalRecorder(start: start, everySeconds: seconds)
        var end = start + nanoseconds
        for caller in answers {
            for (index, moment) in caller.moments.enumerated() {
                recorder.record(at: moment, latency: caller.latencies[index], events: Int(caller.counts[index]))
            }
            end = max(end, caller.moments.last ?? end)
        }
        for failure in failures {
            recorder.recordError(at: failure.moment)
            end = max(end, failure.moment)
        }
        self = recorder.series(ofNanoseconds: end - start)
    }
}
