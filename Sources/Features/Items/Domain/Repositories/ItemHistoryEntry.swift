public import DomainKit

/// An event in the history of an item.
public struct ItemHistoryEntry: Sendable, Equatable {
    /// What happened.
    public let event: ItemEvent

    /// When it happened.
    public let time: Instant

    /// The version of the item's stream at this event.
    public let version: UInt64

    /// Creates an entry, for repositories.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - time: When it happened.
    ///   - version: The version of the item's stream at this event.
    public init(event: ItemEvent, time: Instant, version: UInt64) {
        self.event = event
        self.time = time
        self.version = version
    }
}
