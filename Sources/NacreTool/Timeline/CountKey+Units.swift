import DomainKit
import Nacre

extension CountKey {
    /// The shortest unit of time of which a span of nanoseconds has at most a number, up to those at its ends.
    static func unit(of span: ClosedRange<Int64>, atMost count: Int) -> CountKey {
        let (length, overflow) = span.upperBound.subtractingReportingOverflow(span.lowerBound)
        let seconds = overflow ? .max : length / 1_000_000_000
        for unit in [CountKey.second, .minute, .hour, .day] where seconds / (unit.seconds ?? 1) < Int64(count) {
            return unit
        }
        return seconds / (28 * 86_400) < Int64(count) ? .month : .year
    }

    /// The text of the unit of time that contains a moment, in nanoseconds since 1970 UTC.
    func text(atNanoseconds nanoseconds: Int64) -> String {
        text(at: Instant(nanosecondsSince1970: nanoseconds, decimals: 0))
    }

    /// The first moment of a unit of time, and the first one after it.
    ///
    /// - Parameter text: The unit, as ``text(at:)`` writes it.
    /// - Returns: The two moments, within the times that there are.
    /// - Throws: `TimeError` if the text is no unit.
    func bounds(ofUnit text: String) throws(TimeError) -> (start: Instant, end: Instant) {
        let start = try Self.moment(text)
        if let seconds {
            let (end, isBeyond) = start.nanosecondsSince1970.addingReportingOverflow(seconds * 1_000_000_000)
            return (start, Instant(nanosecondsSince1970: isBeyond ? .max : end, decimals: 0))
        }
        let (year, month) = (start.day.year, start.day.month)
        let next = self == .month && month < 12 ? (year: year, month: month + 1) : (year: year + 1, month: 1)
        return (start, try Self.moment("\(next.year)-\(next.month < 10 ? "0" : "")\(next.month)"))
    }

    /// The moment that a beginning of an ISO 8601 time stands for; of years that are not whole, the end within them.
    private static func moment(_ beginning: String) throws(TimeError) -> Instant {
        let year = Int(beginning.prefix(4)) ?? 0
        // The first and the last year of a 64-bit number of nanoseconds.
        if year == 1677 { return Instant(nanosecondsSince1970: .min, decimals: 0) }
        if year == 2262 || year == 2263 { return Instant(nanosecondsSince1970: .max, decimals: 0) }
        return try Instant(parsing: beginning + "1970-01-01T00:00:00Z".dropFirst(beginning.utf8.count))
    }
}

extension AsOfOptions.Clock {
    /// The time of an event, in nanoseconds since 1970 UTC.
    func nanoseconds(of event: EventView) -> Int64 {
        self == .time ? event.nanosecondsSince1970 : event.recordedNanosecondsSince1970
    }
}
