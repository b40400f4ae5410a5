/// An event of a domain that tells in which streams it is kept, and how it stands in the log.
///
/// Where an event tells this once, ``Aggregates`` and ``Decisions`` need not be told:
///
/// ```swift
/// extension OrderEvent: StoredEvent {
///     static let category = "order"
///     static let codec = OrderEventCodec()
/// }
///
/// let orders = Aggregates<OrderDecider>(in: store)
/// try await orders.execute(.ship, on: "42")
/// ```
///
/// A domain need not know of it: the conformance stands beside the codec.
public protocol StoredEvent: Sendable {
    /// What turns the events into the log's.
    associatedtype Codec: EventCodec where Codec.Event == Self

    /// The category of the streams that the events are kept in: what their names begin with, without the hyphen, of which
    /// it has none.
    static var category: String { get }

    /// What turns the events into the log's.
    static var codec: Codec { get }
}
