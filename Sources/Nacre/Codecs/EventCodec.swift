/// Encodes the events of a domain as stored events, and decodes them.
///
/// A domain need not know type names, bytes or tags: the codec defines them, beside the domain's repository.
/// ``TypedEventCodec`` is the short way to write a codec by hand.
public protocol EventCodec<Event>: Sendable {
    /// The type of the domain's events.
    associatedtype Event: Sendable

    // FEAT-13: `EventCodec.encode` can throw.
    /// Encodes an event.
    ///
    /// - Parameter event: The domain event.
    /// - Returns: Its type, schema number, data and tags. The caller adds the time.
    /// - Throws: Errors of encoding the data. Encoding a `Codable` value, for example, can fail.
    func encode(_ event: Event) throws -> EventData

    /// The schema number that new events of a type are written with.
    ///
    /// - Parameter type: The type.
    /// - Returns: The schema number; `nil` for a type that the codec does not write, or if the codec does not declare
    ///   it.
    func currentSchema(of type: EventType) -> Int?

    /// The schemas that are no longer written, with data that upcasters rewrite; empty by default.
    var upcastSchemas: [EventSchema] { get }

    /// Decodes an event.
    ///
    /// - Parameter recorded: The event as recorded in the log.
    /// - Returns: The domain event; `nil` if the type is unknown to the codec.
    /// - Throws: ``EventDecodingError`` if the type is known but the data cannot be decoded.
    func decode(_ recorded: RecordedEvent) throws(EventDecodingError) -> Event?

    /// Decodes an event in place.
    ///
    /// The default implementation copies the event first.
    ///
    /// - Parameter event: The event as recorded in the log.
    /// - Returns: The domain event; `nil` if the type is unknown to the codec.
    /// - Throws: ``EventDecodingError`` if the type is known but the data cannot be decoded.
    func decode(_ event: EventView) throws(EventDecodingError) -> Event?
}

extension EventCodec {
    /// The schema number of new events: `nil`.
    public func currentSchema(of type: EventType) -> Int? { nil }

    /// No schemas.
    public var upcastSchemas: [EventSchema] { [] }

    /// Decodes a copy of an event.
    public func decode(_ event: EventView) throws(EventDecodingError) -> Event? {
        try decode(event.recorded())
    }
}
