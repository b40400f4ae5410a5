package import DomainKit
package import Nacre

/// The events of a span of time by type and unit of time.
package struct Timeline: Hashable, Sendable {
    /// The events of a type in a unit of time.
    package struct Count: Hashable, Sendable {
        /// The type.
        package let type: String

        /// The unit, as the beginning of an ISO 8601 time: `2026-05`, `2026-05-01T12`.
        package let unit: String

        /// The number of events, at least 1.
        package let events: Int
    }

    /// The unit of time, as `--per` of `count` names it.
    package let unit: String

    /// The counts, by unit and then by number, the greatest first.
    package let counts: [Count]

    /// The greatest number of units that is counted.
    package static let maxUnits = 400

    /// Counts the events of a log.
    ///
    /// - Parameters:
    ///   - stretches: The stretches of the log, up to any event.
    ///   - since: The first time.
    ///   - until: The last time.
    ///   - store: The store of the log.
    /// - Throws: `EventStoreError` if the log cannot be read; `CancellationError`.
    /// - Complexity: O(*n*) in the stretches, and in the events of those that are in several units of time.
    package init(
        _ stretches: EventStretches, since: Instant, until: Instant, in store: any EventStore
    ) async throws {
        let span = since.nanosecondsSince1970...max(since.nanosecondsSince1970, until.nanosecondsSince1970)
        let unit = CountKey.unit(of: span, atMost: Self.maxUnits)
        var (tally, unread) = stretches.counted(in: span, per: unit)
        let clock = stretches.clock
        for range in unread {
            var criteria = EventCriteria()
            (criteria.after, criteria.upTo) = (range.lowerBound - 1, range.upperBound - 1)
            let found = try await EventSearch(in: store, for: criteria, readers: 1).fold(
                into: EventTally(by: [.type, unit], clock)
            ) { tally, event in
                let time = clock == .time ? event.nanosecondsSince1970 : event.recordedNanosecondsSince1970
                if span.contains(time) { tally.add(event) }
            }
            tally.add(found)
        }
        self.unit = unit.rawValue
        counts = tally.rows(ordered: .natural).rows.map {
            Count(type: $0.values[0] ?? "", unit: $0.values[1] ?? "", events: $0.events)
        }
    }
}

extension CountKey {
    /// The shortest unit of which a span of time, in nanoseconds, has at most a number.
    fileprivate static func unit(of span: ClosedRange<Int64>, atMost count: Int) -> CountKey {
        let (length, overflow) = span.upperBound.subtractingReportingOverflow(span.lowerBound)
        let seconds = overflow ? .max : length / 1_000_000_000
        for unit in [CountKey.second, .minute, .hour, .day] where seconds / (unit.seconds ?? 1) < Int64(count) {
            return unit
        }
        return seconds / (28 * 86_400) < Int64(count) ? .month : .year
    }
}
