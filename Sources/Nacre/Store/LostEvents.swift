/// Events that derived data knows and the log does not have.
public struct LostEvents: Hashable, Sendable {
    /// What knows them.
    public enum Witness: Hashable, Sendable {
        /// The index.
        case index

        /// The read model of this name.
        case readModel(String)
    }

    /// What knows them.
    public let witness: Witness

    /// The position of the last event that it knows.
    public let position: Position

    /// The head of the log, where that is before the position; `nil` where the log holds other events at the position.
    public let head: Position?

    /// Makes a finding of its parts.
    public init(in witness: Witness, position: Position, head: Position?) {
        self.witness = witness
        self.position = position
        self.head = head
    }
}

extension LostEvents: CustomStringConvertible {
    /// What is known and what is there, as a clause with both positions.
    public var description: String {
        guard let head else {
            return "\(witness) knows another event at position \(position) than the log holds"
        }
        return "\(witness) knows events up to position \(position), and the log ends at position \(head)"
    }
}

extension LostEvents.Witness: CustomStringConvertible {
    /// What it is, in words.
    public var description: String {
        switch self {
        case .index: "the index"
        case .readModel(let name): "read model \(quoted(name))"
        }
    }
}

extension EventStoreError {
    /// The error of a log that lacks events which derived data knows.
    ///
    /// - Parameters:
    ///   - lost: What each witness knows, one at least.
    ///   - path: The folder of the store, where there is one.
    /// - Returns: The error, which names all positions and what to do.
    package static func eventsLost(_ lost: [LostEvents], at path: String? = nil) -> EventStoreError {
        let place = path.map { " of the store at \(quoted($0, upTo: .max))" } ?? ""
        return EventStoreError(
            .eventsLost,
            """
            events of the log\(place) are lost: \(lost.map(\.description).joined(separator: "; ")). Put a newer copy of \
            the log in its place; if it was restored on purpose, confirm that (confirmRestored), which \
            discards what is known of the lost events
            """,
            position: lost.map(\.position).max())
    }
}
