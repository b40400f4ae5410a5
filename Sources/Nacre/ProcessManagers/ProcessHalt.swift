public import DomainKit

/// What halts a process manager: an event that it cannot handle.
///
/// It is an event in the process's own stream, so that every program knows of it, and stays until the process is retried
/// or the position is skipped.
public struct ProcessHalt: Hashable, Sendable {
    /// Where the event stands; everything before it has been dealt with.
    public let position: Position

    /// The event.
    public let eventID: EventID

    /// Which event it is and why it cannot be handled, as a clause; at most ``ProjectionHalt/reasonBytes`` of UTF-8.
    public let reason: String

    /// When the process met it.
    public let since: Instant

    /// Makes a halt of its parts.
    ///
    /// - Parameters:
    ///   - position: Where the event stands.
    ///   - eventID: The event.
    ///   - reason: Which event it is and why it cannot be handled.
    ///   - since: When the process met it.
    public init(position: Position, eventID: EventID, reason: String, since: Instant) {
        self.position = position
        self.eventID = eventID
        self.reason = reason
        self.since = since
    }

    /// The halt as it is thrown to whoever wants the process to be further.
    ///
    /// - Parameters:
    ///   - process: The name of the process.
    ///   - cause: What was thrown, where this program has seen it.
    /// - Returns: The error, with code ``EventStoreError/Code/processHalted``.
    public func error(of process: String, cause: (any Error)? = nil) -> EventStoreError {
        EventStoreError(
            .processHalted,
            """
            process \(quoted(process)) halts before position \(position) since \(since): \(reason): \
            mend the process manager and retry it, or skip the position
            """,
            position: position, cause: cause)
    }
}
