package import Nacre

/// A single read of an open store.
package enum ReadRequest: Hashable, Sendable {
    /// Events of a stream; the numbers in the order are versions.
    case stream(StreamName, ReadOrder, limit: Int?)

    /// Events of the log that match a query; the numbers in the order are positions.
    case log(ReadOrder, matching: Query, limit: Int?)

    case position(Position)

    /// The event with an id; no event if the id is unknown.
    case id(EventID)
}
