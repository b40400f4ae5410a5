/// Events that derived data or the journal has, but the log does not contain.
public struct LostEvents: Hashable, Sendable {
    /// The data that has the events: derived data has applied them, and the journal holds them.
    public enum Witness: Hashable, Sendable {
        /// The index.
        case index

        /// The read model of this name.
        case readModel(String)

        /// The journal, which holds acknowledged events before the log does.
        case journal
    }

    /// The data that has the events.
    public let witness: Witness

    /// The position of the last event that this data has; of a journal that cannot be read, the first position that it
    /// may have had.
    public let position: Position

    /// The head of the log if it is before ``position``; `nil` if the log holds a different event at ``position``.
    public let head: Position?

    /// Creates a finding from its parts.
    public init(in witness: Witness, position: Position, head: Position?) {
        self.witness = witness
        self.position = position
        self.head = head
    }
}

extension LostEvents: CustomStringConvertible {
    /// The finding as a clause that names both positions.
    public var description: String {
        let has = witness == .journal ? "has" : "has applied"
        guard let head else {
            return "\(witness) \(has) another event at position \(position), not the one that is in the log"
        }
        return "\(witness) \(has) events up to position \(position), but the log ends at position \(head)"
    }
}

extension LostEvents.Witness: CustomStringConvertible {
    /// The name of the derived data, as used in messages.
    public var description: String {
        switch self {
        case .index: "the index"
        case .readModel(let name): "read model \(quoted(name))"
        case .journal: "the journal"
        }
    }
}

extension EventStoreError {
    /// The error for a log that lacks events which derived data has applied.
    ///
    /// - Parameters:
    ///   - lost: One finding for each piece of derived data; at least one.
    ///   - path: The store's folder, if it has one.
    /// - Returns: The error, which names all positions and the remedy.
    package static func eventsLost(_ lost: [LostEvents], at path: String? = nil) -> EventStoreError {
        let place = path.map { " of the store at \(quoted($0, upTo: .max))" } ?? ""
        return EventStoreError(
            .eventsLost,
            """
            events of the log\(place) are lost: \(lost.map(\.description).joined(separator: "; ")). Restore a newer copy \
            of the log; if an older one was restored on purpose, confirm it (confirmRestored), which \
            discards everything derived from the lost events
            """,
            position: lost.map(\.position).max())
    }
}
