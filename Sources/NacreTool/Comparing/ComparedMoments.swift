import ArgumentParser
import DomainKit
import Nacre
package import NacreRuntime

/// The two moments of a comparison.
package struct ComparedMoments {
    /// The earlier moment.
    package let earlier: Runtime.Moment

    /// The later moment; `nil` for the present.
    package let later: Runtime.Moment?

    /// Parses the moments; a day is compared from before its first event to after its last one.
    ///
    /// - Parameters:
    ///   - from: The earlier moment, a position or a time.
    ///   - to: The later moment; `nil` for the present.
    ///   - clock: The time of events that times refer to; `nil` for the default.
    /// - Throws: `ValidationError` if a text is no moment, or does not fit the clock.
    package init(from: String, to: String?, by clock: AsOfOptions.Clock?) throws {
        let points = try [from, to].compactMap(\.self).enumerated().map { try Self.point($1, isEarlier: $0 == 0) }
        if let clock, points.contains(where: { if case .position = $0 { true } else { false } }) {
            throw ValidationError("--by \(clock.rawValue) needs times: give times as moments, not positions")
        }
        if clock == .time, points.count == 1 {
            throw ValidationError("--by time needs two times: give the later one too")
        }
        earlier = points[0].moment(by: clock)
        later = points.dropFirst().first?.moment(by: clock)
    }

    private static func point(_ text: String, isEarlier: Bool) throws -> AsOfOptions.Point {
        guard text.utf8.count == "2026-05-01".utf8.count, text.contains("-") else {
            return try AsOfOptions.parse(text)
        }
        do {
            let day = try TimeBound(parsing: text)
            guard isEarlier else { return .time(day.end) }
            return .time(Instant(nanosecondsSince1970: day.start.nanosecondsSince1970 - 1, decimals: 9))
        } catch {
            throw ValidationError("\(quoted(text)) is not a day such as 2026-05-01: \(error)")
        }
    }
}
