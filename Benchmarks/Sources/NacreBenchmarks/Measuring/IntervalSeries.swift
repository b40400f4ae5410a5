/// What a slice reached in each of its intervals: whether a rate is steady, or the mean of a fast start and a long
/// stall.
struct IntervalSeries: Hashable, Sendable, Codable {
    /// When the slice began, in seconds since 1970.
    var began: Double

    /// How long the slice took, to the last answer.
    var seconds: Double

    /// How long an interval is; the last one ends with the slice.
    var intervalSeconds: Double

    var events: [Int]
    var errors: [Int]

    /// The median latency of what was answered in each interval, in nanoseconds; `nil` where nothing was.
    var p50: [UInt64?]

    /// The 99th percentile of what was answered in each interval, in nanoseconds; `nil` where nothing was.
    var p99: [UInt64?]

    /// What was done in the slice, where a run has slices of several things; `nil` where it has not, and in reports of
    /// before it was written.
    var name: String?

    /// One interval, as it is drawn.
    struct Span: Hashable, Sendable {
        /// Seconds from the slice's start to its own.
        var start: Double

        var seconds: Double
        var events: Int
        var errors: Int
        var p50: UInt64?
        var p99: UInt64?

        var eventsPerSecond: Double { seconds > 0 ? Double(events) / seconds : 0 }
    }

    /// The intervals; what is left at the end and shorter than half of one is joined to the last, for its rate says
    /// little.
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
