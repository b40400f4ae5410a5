import Nacre

extension AnnouncedAnswers {
    /// The answers and failures of each interval, in a series with the operation's name.
    ///
    /// - Complexity: O(*n*) in the answers.
    func intervals(ofSeconds seconds: Double, _ name: String) -> IntervalSeries {
        var recorder = IntervalRecorder(start: reply.start, everySeconds: seconds)
        record(in: &recorder)
        var series = recorder.series(ofNanoseconds: reply.nanoseconds)
        series.name = name
        return series
    }

    /// The appends of each interval, and the delays of its deliveries from the call of their appends.
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

    /// Records all answers and failures, without a gap of the given nanoseconds after the slice before.
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
