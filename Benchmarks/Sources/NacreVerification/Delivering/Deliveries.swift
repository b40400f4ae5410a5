package import Nacre

/// A subscription of a workload.
package struct SubscriptionPlan: Hashable, Sendable, Codable {
    package var interest: Interest

    /// The position after which it begins.
    package var after: Position

    /// The pause of its consumer after each event, in nanoseconds; 0 for one that keeps pace.
    package var rest: UInt64 = 0

    package init(interest: Interest, after: Position, rest: UInt64 = 0) {
        (self.interest, self.after, self.rest) = (interest, after, rest)
    }
}

/// The deliveries of one subscription, as its consumer recorded them.
package struct Deliveries: Hashable, Sendable {
    /// A caught-up marker.
    package struct Marker: Hashable, Sendable {
        /// The position up to which the subscription states that everything was delivered.
        package var position: UInt64

        /// The number of events delivered before it.
        package var events: Int

        /// The time of its arrival, by ``monotonicNanoseconds()``.
        package var moment: UInt64

        package init(position: UInt64, events: Int, moment: UInt64) {
            (self.position, self.events, self.moment) = (position, events, moment)
        }
    }

    /// The time when the subscription began.
    package var begun: UInt64 = 0

    /// The position of each event, in the order of arrival.
    package var positions: [UInt64] = []

    /// The ``EventMark/identity`` of each event; ``stranger`` for an event that was not appended.
    var identities: [UInt64] = []

    package var moments: [UInt64] = []

    /// The markers, in the order of arrival.
    package var markers: [Marker] = []

    /// Why it ended before it was stopped, if it did.
    package var failure: String?

    package init() {}

    /// The identity of an event that was not appended.
    package static let stranger = UInt64.max

    package mutating func note(_ event: RecordedEvent, identity: UInt64, at moment: UInt64) {
        positions.append(event.position)
        identities.append(identity)
        moments.append(moment)
    }
}

extension Deliveries {
    /// The deliveries as rows of a ``WordFile``.
    package var rows: [[UInt64]] {
        [
            [begun], positions, identities, moments,
            markers.flatMap { [$0.position, UInt64($0.events), $0.moment] },
            (failure ?? "").utf8.map { UInt64($0) },
        ]
    }

    /// The number of rows of one subscription.
    package static let rowCount = 6

    /// Reads deliveries from their rows; `nil` if the rows are invalid.
    package init?(rows: some RandomAccessCollection<[UInt64]>) {
        let rows = Array(rows)
        guard rows.count == Self.rowCount, let begun = rows[0].first, rows[4].count.isMultiple(of: 3),
            rows[1].count == rows[2].count, rows[2].count == rows[3].count
        else { return nil }
        self.begun = begun
        positions = rows[1]
        identities = rows[2]
        moments = rows[3]
        markers = stride(from: 0, to: rows[4].count, by: 3).map {
            Marker(position: rows[4][$0], events: Int(rows[4][$0 + 1]), moment: rows[4][$0 + 2])
        }
        let text = rows[5].map { UInt8(truncatingIfNeeded: $0) }
        failure = text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }
}
