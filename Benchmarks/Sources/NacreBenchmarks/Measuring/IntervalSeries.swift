/// The progress of a slice by interval.
///
/// It shows whether a rate is steady, or the mean of a fast start and a long stall.
struct IntervalSeries: Hashable, Sendable, Codable {
    /// The start of the slice, in seconds since 1970.
    var began: Double

    /// The duration of the slice, up to the last answer.
    var seconds: Double

    /// The length of an interval; the last one ends with the slice.
    var intervalSeconds: Double

    var events: [Int]
    var errors: [Int]

    /// The median latency of the answers in each interval, in nanoseconds; `nil` without answers.
    var p50: [UInt64?]

    /// The 99th percentile of the answers in each interval, in nanoseconds; `nil` without answers.
    var p99: [UInt64?]

    /// The slice's operation, if a run has slices of several; otherwise, and in older reports, `nil`.
    var name: String?

    /// One interval, as drawn in a chart.
    struct Span: Hashable, Sendable {
        /// Seconds from the slice's start to the interval's.
        var start: Double

        var seconds: Double
        var events: Int
        var errors: Int
        var p50: UInt64?
        var p99: UInt64?

        var eventsPerSecond: Double { seconds > 0 ? Double(events) / seconds : 0 }
    }

    /// The intervals; a remainder shorter than half of one is merged into the last, because its rate means little.
    var spans: [Span] {
        var spans: [Span] = []
        for (index, events) in events.enumerated() {
            let start = Double(index) * intervalSeconds
            let span = Span(
                start: start, seconds: min(intervalSeconds, max(0, seconds - start)), events: events,
                errors: index < errors.count ? errors[index] : 0, p50: index < p50.count ? p50[index] : nil,
                p99: index < p99.count ? p99[index] : nil)
            if var last = spans.last, span.seconds < intervalSeconds / 2 {
                last.seconds += span.seconds
                last.events &+= span.events
                last.errors &+= span.errors
                last.p50 = last.p50 ?? span.p50
                last.p99 = [last.p99, span.p99].compactMap(\.self).max()
                spans[spans.count - 1] = last
            } else {
                spans.append(span)
            }
        }
        return spans
    }
}

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
