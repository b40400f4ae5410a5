public import DomainKit

/// The recorded decision of an operator that a process manager skips an event when it reaches it.
public struct ProcessSkip: Hashable, Sendable {
    // PROC-05: A planned skip is an event of a type of its own.

    /// The position of the event.
    public let position: Position

    /// The event.
    public let eventID: EventID

    /// Why it may be skipped.
    public let reason: String

    /// When the decision was made.
    public let time: Instant

    /// Creates a skip from its parts.
    public init(position: Position, eventID: EventID, reason: String, time: Instant) {
        self.position = position
        self.eventID = eventID
        self.reason = reason
        self.time = time
    }
}
