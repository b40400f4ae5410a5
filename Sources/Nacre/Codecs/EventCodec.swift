/// Turns the events of a domain into what a log holds, and back.
///
/// A domain knows nothing of names, bytes and tags in a log; its codec does, and stands beside its repository.
/// ``TypedEventCodec`` is the short way to write one.
public protocol EventCodec<Event>: Sendable {
    /// What has happened, as the domain tells it.
    associatedtype Event: Sendable

    /// Writes an event down.
    ///
    /// - Parameter event: What has happened.
    /// - Returns: Its type, schema number, data and tags; the time is the caller's to add.
    /// - Throws: What writing the data throws, where it can fail at all, as that of a `Codable` value can.
    func encode(_ event: Event) throws -> EventData

    /// The schema of which events of a type are written today; `nil` where the codec does not say.
    ///
    /// - Parameter type: The type.
    /// - Returns: The number of the schema; `nil` for a type that the codec does not write.
    func presentSchema(of type: EventType) -> Int?

    /// The schemas that are no longer written and whose data upcasters rewrite; none where the codec does not say.
    var upcastSchemas: [EventSchema] { get }

    /// Reads an event.
    ///
    /// - Parameter recorded: The event as the log holds it.
    /// - Returns: What has happened; `nil` where the type is foreign to the domain.
    /// - Throws: ``EventDecodingError`` where the type is the domain's own and the data cannot be read.
    func decode(_ recorded: RecordedEvent) throws(EventDecodingError) -> Event?

    /// Reads an event where it lies.
    ///
    /// A codec that does not say how makes a copy first.
    ///
    /// - Parameter event: The event as the log holds it.
    /// - Returns: What has happened; `nil` where the type is foreign to the domain.
    /// - Throws: ``EventDecodingError`` where the type is the domain's own and the data cannot be read.
    func decode(_ event: EventView) throws(EventDecodingError) -> Event?
}

extension EventCodec {
    /// Nothing is said.
    public func presentSchema(of type: EventType) -> Int? { nil }

    /// None.
    public var upcastSchemas: [EventSchema] { [] }

    /// Reads a copy of an event.
    public func decode(_ event: EventView) throws(EventDecodingError) -> Event? {
        try decode(event.recorded())
    }
}
