package import Nacre

/// A change of a history, to find out what would have been otherwise.
///
/// All positions are those of the recorded log, whatever other edits do.
package enum HistoryEdit: Hashable, Sendable {
    /// Leaves an event out.
    case remove(Position)

    /// Leaves all events of a group out.
    case removeAll(EventGroup)

    /// Gives an event other data; its id, time, tags and metadata stay.
    case replace(Position, data: [UInt8])

    /// Inserts an event after the one at a position; 0 is before the first event.
    ///
    /// Without an id or a time of its own, it gets a new id, and the time of the event before it.
    case insert(after: Position, Commit.Entry)

    /// Moves an event behind the one at a position; 0 is before the first event.
    case move(Position, after: Position)
}

extension EventStoreError {
    /// The error for edits that contradict each other.
    static func contradictory(_ position: Position) -> EventStoreError {
        EventStoreError(
            .invalidArgument,
            "several edits change the event at position \(position): give only one of them", position: position,
            outcome: .notWritten)
    }
}
