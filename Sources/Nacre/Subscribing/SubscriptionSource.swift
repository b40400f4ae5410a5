/// What a store gives a subscription: a look at what there is, and a wait for what comes.
public protocol SubscriptionSource: Sendable {
    /// Looks at the next of what there is, without waiting for more.
    ///
    /// - Returns: What was found; without events at the head of the log.
    /// - Throws: ``EventStoreError`` where the events cannot be read; an error never looks like the end.
    mutating func nextBatch() async throws -> SubscriptionBatch

    /// Waits until there is something in the log behind a position.
    ///
    /// - Parameter position: Up to where the log was looked at.
    /// - Throws: `CancellationError` at once where the task is cancelled; ``EventStoreError`` with code
    ///   ``EventStoreError/Code/closed`` where the store is.
    func waitForEvents(after position: Position) async throws
}

/// What one look of a subscription at the log found.
public struct SubscriptionBatch: Sendable {
    /// The events that match, in order; at most ``Subscription/greatestBatch``.
    public let events: [RecordedEvent]

    /// Up to where the log was looked at: further than the last of the events where those behind it do not match.
    public let position: Position

    /// Whether this look came to the head of the log: when it began, nothing stood behind ``position``.
    public let isAtHead: Bool

    /// Makes a batch of its parts.
    ///
    /// - Parameters:
    ///   - events: The events that match, in order.
    ///   - position: Up to where the log was looked at.
    ///   - isAtHead: Whether the look came to the head of the log.
    public init(events: [RecordedEvent], position: Position, isAtHead: Bool) {
        self.events = events
        self.position = position
        self.isAtHead = isAtHead
    }
}
