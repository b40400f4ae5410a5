/// Turns the events of a domain into what a log holds, and back.
///
/// A domain knows nothing of names, bytes and tags in a log; its codec does, and stands beside its repository.
public protocol EventCodec<Event>: Sendable {
    /// What has happened, as the domain tells it.
    associatedtype Event: Sendable

    /// Writes an event down.
    ///
    /// - Parameter event: What has happened.
    /// - Returns: Its type, data and tags; the time is the caller's to add.
    func encode(_ event: Event) -> EventData

    /// Reads an event.
    ///
    /// - Parameter recorded: The event as the log holds it.
    /// - Returns: What has happened; `nil` where the type is foreign to the domain.
    /// - Throws: ``EventDecodingError`` where the type is the domain's own and the data cannot be read.
    func decode(_ recorded: RecordedEvent) throws(EventDecodingError) -> Event?
}
