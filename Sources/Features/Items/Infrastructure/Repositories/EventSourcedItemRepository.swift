public import DomainKit
public import ItemsDomain
public import Nacre

/// Items in an event store: each has its own stream, `item-` followed by its id.
public struct EventSourcedItemRepository: ItemRepository {
    private let items: Aggregates<ItemDecider>

    /// Creates a repository.
    ///
    /// - Parameters:
    ///   - store: The store that holds the streams.
    ///   - time: The clock for event times.
    public init(store: any EventStore, time: any TimeSource) {
        self.init(Aggregates(in: store, time: time))
    }

    private init(_ items: Aggregates<ItemDecider>) {
        self.items = items
    }

    /// The same repository with snapshots, for items with long histories.
    ///
    /// - Parameter snapshots: The snapshots of items.
    /// - Returns: A repository that folds only the events after the last snapshot.
    public func withSnapshots(_ snapshots: Snapshots<Item>) -> EventSourcedItemRepository {
        EventSourcedItemRepository(items.withSnapshots(snapshots))
    }

    /// Folds the events of an item.
    ///
    /// - Parameter id: The item.
    /// - Returns: Its state, and its version, which counts events of foreign types too.
    /// - Throws: `EventDecodingError`, and errors of the store.
    /// - Complexity: O(*n*) in the number of its events, or of those after the last snapshot.
    public func load(_ id: ItemID) async throws -> Versioned<Item> {
        try await items.load(id.eventID.description)
    }

    /// Appends events of an item in one commit.
    ///
    /// - Parameters:
    ///   - events: The events, in order. If empty, only the version is checked.
    ///   - id: The item.
    ///   - version: The expected version: that of the state on which the events were decided.
    /// - Returns: The version after the last of the events.
    /// - Throws: The store's conflict if the item is at another version, and other errors of the store.
    public func save(_ events: [ItemEvent], for id: ItemID, expecting version: UInt64) async throws -> UInt64 {
        try await items.save(events, for: id.eventID.description, expecting: version)
    }
}
