/// Reads the log for a subscription, and waits for new events.
///
/// Implemented by stores.
public protocol SubscriptionSource: Sendable {
    /// Reads the next batch, without waiting for new events.
    ///
    /// - Returns: The batch; it has no events at the head of the log.
    /// - Throws: ``EventStoreError`` if the events cannot be read. An error is never reported as the end.
    mutating func nextBatch() async throws -> SubscriptionBatch

    /// Waits until the log has an event after a position.
    ///
    /// - Parameter position: The position that the log has been read up to.
    /// - Throws: `CancellationError` at once if the task is cancelled; ``EventStoreError`` with code
    ///   ``EventStoreError/Code/closed`` if the store is closed.
    func waitForEvents(after position: Position) async throws
}

/// One batch that a subscription read from the log.
public struct SubscriptionBatch: Sendable {
    /// The matching events, in order; at most ``Subscription/maxBatch``.
    public let events: [RecordedEvent]

    /// The position that the log has been read up to.
    ///
    /// It is beyond the last event if later events do not match.
    public let position: Position

    /// Whether the batch reached the head of the log: when it began, ``position`` was the head.
    public let isAtHead: Bool

    /// Creates a batch from its parts.
    ///
    /// - Parameters:
    ///   - events: The matching events, in order.
    ///   - position: The position that the log has been read up to.
    ///   - isAtHead: Whether the batch reached the head of the log.
    public init(events: [RecordedEvent], position: Position, isAtHead: Bool) {
        self.events = events
        self.position = position
        self.isAtHead = isAtHead
    }
}
