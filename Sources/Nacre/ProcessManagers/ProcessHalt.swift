public import DomainKit

/// An event that a process manager cannot handle, which halts the process.
///
/// It is recorded in the process's own stream, so that every program sees it. It stays until the process is retried
/// or the position is skipped.
public struct ProcessHalt: Hashable, Sendable {
    /// The position of the event.
    ///
    /// Everything before it has been handled.
    public let position: Position

    /// The event.
    public let eventID: EventID

    /// The event and the cause, as a clause; at most ``ProjectionHalt/reasonBytes`` of UTF-8.
    public let reason: String

    /// When the process halted.
    public let since: Instant

    /// Creates a halt from its parts.
    ///
    /// - Parameters:
    ///   - position: The position of the event.
    ///   - eventID: The event.
    ///   - reason: The event and the cause.
    ///   - since: When the process halted.
    public init(position: Position, eventID: EventID, reason: String, since: Instant) {
        self.position = position
        self.eventID = eventID
        self.reason = reason
        self.since = since
    }

    /// The error for callers that need the process beyond the halt.
    ///
    /// - Parameters:
    ///   - process: The name of the process.
    ///   - cause: The error that was thrown, if this program caught it.
    /// - Returns: The error, with code ``EventStoreError/Code/processHalted``.
    public func error(of process: String, cause: (any Error)? = nil) -> EventStoreError {
        EventStoreError(
            .processHalted,
            """
            process \(quoted(process)) halts before position \(position) since \(since): \(reason): \
            fix the process manager and retry it, or skip the position
            """,
            position: position, halted: process, cause: cause)
    }
}
