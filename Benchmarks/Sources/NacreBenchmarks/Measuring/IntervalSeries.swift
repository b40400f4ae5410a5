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
