import Nacre

/// A subscription that a workload asks for.
struct SubscriptionPlan: Hashable, Sendable, Codable {
    var interest: Interest

    /// Behind which position it begins.
    var after: Position

    /// How long its consumer rests after each event, in nanoseconds; 0 for one that keeps pace.
    var rest: UInt64 = 0
}

/// What one subscription handed out, as its consumer wrote it down.
struct Deliveries: Hashable, Sendable {
    /// A caught-up marker.
    struct Marker: Hashable, Sendable {
        /// Up to which position the subscription says that it has handed out everything.
        var position: UInt64

        /// How many events were handed out before it.
        var events: Int

        /// When it came, as ``monotonicNanoseconds()`` counts.
        var moment: UInt64
    }

    /// When the subscription began.
    var begun: UInt64 = 0

    /// The position of each event, in the order in which they came.
    var positions: [UInt64] = []

    /// What each event was, by ``EventMark/identity``; ``stranger`` where it was none that was appended.
    var identities: [UInt64] = []

    var moments: [UInt64] = []

    /// The markers, in the order in which they came.
    var markers: [Marker] = []

    /// Why it ended before it was told to, where it did.
    var failure: String?

    /// What stands for an event that is not what was appended.
    static let stranger = UInt64.max

    mutating func note(_ event: RecordedEvent, identity: UInt64, at moment: UInt64) {
        positions.append(event.position)
        identities.append(identity)
        moments.append(moment)
    }
}

extension Deliveries {
    /// The deliveries as rows of a ``WordFile``.
    var rows: [[UInt64]] {
        [
            [begun], positions, identities, moments,
            markers.flatMap { [$0.position, UInt64($0.events), $0.moment] },
            (failure ?? "").utf8.map { UInt64($0) },
        ]
    }

    /// How many rows one subscription has.
    static let rowCount = 6

    /// Reads deliveries from their rows; `nil` where they are no such rows.
    init?(rows: some RandomAccessCollection<[UInt64]>) {
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
