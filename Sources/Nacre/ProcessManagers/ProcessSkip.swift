public import DomainKit

/// An event that a process manager is to pass over when it comes to it, because an operator decided so.
public struct ProcessSkip: Hashable, Sendable {
    /// Where the event stands.
    public let position: Position

    /// The event.
    public let eventID: EventID

    /// Why it may be passed over.
    public let reason: String

    /// When it was decided.
    public let time: Instant

    /// Makes a skip of its parts.
    public init(position: Position, eventID: EventID, reason: String, time: Instant) {
        self.position = position
        self.eventID = eventID
        self.reason = reason
        self.time = time
    }
}
