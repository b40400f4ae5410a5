extension AppendSlice {
    /// The answers and failures of each interval, the warm-up included; requires that the times of answers were
    /// recorded.
    ///
    /// - Complexity: O(*n*) in the answers.
    func intervals(ofSeconds seconds: Double) -> IntervalSeries {
        var recorder = IntervalRecorder(start: start, everySeconds: seconds)
        for record in records {
            for (latency, moment) in zip(record.latencies, record.moments) {
                recorder.record(at: moment, latency: latency, events: record.eventsPerAcknowledgement)
            }
            for failure in record.failures { recorder.recordError(at: failure.moment) }
        }
        return recorder.series(ofNanoseconds: nanoseconds)
    }
}
