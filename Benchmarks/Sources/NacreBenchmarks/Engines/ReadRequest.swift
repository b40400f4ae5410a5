import Nacre

/// One read that an application makes of a store that is held open.
enum ReadRequest: Hashable, Sendable {
    /// Events of a stream; the numbers of the order are versions.
    case stream(StreamName, ReadOrder, limit: Int?)

    /// Events of the log that a query matches; the numbers of the order are positions.
    case log(ReadOrder, matching: Query, limit: Int?)

    /// The event at a position.
    case position(Position)

    /// The event with an id; no event where there is none.
    case id(EventID)
}
