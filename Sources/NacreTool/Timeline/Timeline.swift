package import DomainKit
package import Nacre

/// The events of a span of time by type and unit of time.
package struct Timeline: Hashable, Sendable {
    /// The events of a type in a unit.
    package struct Count: Hashable, Sendable {
        /// The type.
        package let type: String

        /// The number of events, at least 1.
        package let events: Int
    }

    /// A unit of time with events.
    package struct Unit: Hashable, Sendable {
        /// The beginning of an ISO 8601 time, as `count` prints it: `2026-05`, `2026-05-01T12`.
        package let text: String

        /// The first moment.
        package let start: Instant

        /// The first moment after it.
        package let end: Instant

        /// The counts, the greatest first.
        package let counts: [Count]

        /// The number of events of all types.
        package var events: Int { counts.reduce(0) { $0 + $1.events } }
    }

    /// The greatest number of units of a span, up to those at its ends.
    package static let maxUnits = 400

    /// The unit, as `--per` of `count` names it.
    package let unit: String

    /// The units with events, in order.
    package let units: [Unit]

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
        let key = CountKey.unit(of: span, atMost: Self.maxUnits)
        var (tally, unread) = stretches.counted(in: span, per: key)
        let clock = stretches.clock
        for range in unread {
            var criteria = EventCriteria()
            (criteria.after, criteria.upTo) = (range.lowerBound - 1, range.upperBound - 1)
            let found = try await EventSearch(in: store, for: criteria, readers: 1).fold(
                into: EventTally(by: [.type, key], clock)
            ) { tally, event in
                if span.contains(clock.nanoseconds(of: event)) { tally.add(event) }
            }
            tally.add(found)
        }
        unit = key.rawValue
        let rows = tally.rows(ordered: .natural).rows
        units = try rows.chunked { $0.values[1] ?? "" }.map { text, rows in
            let (start, end) = try key.bounds(ofUnit: text)
            return Unit(
                text: text, start: start, end: end,
                counts: rows.map { Count(type: $0.values[0] ?? "", events: $0.events) })
        }
    }
}

extension Array {
    /// The elements in runs with equal keys.
    fileprivate func chunked(by key: (Element) -> String) -> [(key: String, elements: [Element])] {
        reduce(into: []) { runs, element in
            if let last = runs.last, last.key == key(element) {
                runs[runs.count - 1].elements.append(element)
            } else {
                runs.append((key(element), [element]))
            }
        }
    }
}
