import Nacre

extension AnnouncedAnswers {
    /// What was answered and what failed in each interval of so many seconds, in a series with the name of what was
    /// done.
    ///
    /// - Complexity: O(*n*) in the answers.
    func intervals(ofSeconds seconds: Double, _ name: String) -> IntervalSeries {
        var recorder = IntervalRecorder(start: reply.start, everySeconds: seconds)
        record(in: &recorder)
        var series = recorder.series(ofNanoseconds: reply.nanoseconds)
        series.name = name
        return series
    }

    /// What was appended in each interval of so many seconds, and how long what was handed out in it had taken from the
    /// call of its append.
    ///
    /// Events up to `base` are old. The series ends with the last delivery.
    ///
    /// - Complexity: O(*n*) in the answers and deliveries.
    func intervals(
        ofSeconds seconds: Double, handedOut deliveries: some Sequence<Deliveries>, of events: AnnouncedEvents,
        after base: Position
    ) -> IntervalSeries {
        var recorder = IntervalRecorder(start: reply.start, everySeconds: seconds)
        for (record, answered) in zip(records, moments) {
            for moment in answered { recorder.record(at: moment, events: record.eventsPerAcknowledgement) }
            for failure in record.failures { recorder.recordError(at: failure.moment) }
        }
        var end = reply.start + reply.nanoseconds
        for delivery in deliveries {
            for (position, moment) in zip(delivery.positions, delivery.moments) where position > base {
                guard let event = events[position] else { continue }
                recorder.record(at: moment, latency: moment > event.called ? moment - event.called : 0, events: 0)
                end = max(end, moment)
            }
        }
        return recorder.series(ofNanoseconds: end - reply.start)
    }

    /// Notes all answers and failures, with a gap of so many nanoseconds to the slice before left out.
    func record(in recorder: inout IntervalRecorder, behind gap: UInt64 = 0) {
        for (record, answered) in zip(records, moments) {
            for (latency, moment) in zip(record.latencies, answered) {
                recorder.record(
                    at: moment - min(gap, moment), latency: latency, events: record.eventsPerAcknowledgement)
            }
            for failure in record.failures { recorder.recordError(at: failure.moment - min(gap, failure.moment)) }
        }
    }
}
