public import DomainKit
public import ItemsDomain
public import Nacre

/// Items in an event store: each has a stream of its own, `item-` and its id.
public struct EventSourcedItemRepository: ItemRepository {
    private let items: Aggregates<ItemDecider>

    /// Creates a repository.
    ///
    /// - Parameters:
    ///   - store: The store that keeps the streams.
    ///   - time: What says when something happens.
    public init(store: any EventStore, time: any TimeSource) {
        self.init(Aggregates(in: store, time: time))
    }

    private init(_ items: Aggregates<ItemDecider>) {
        self.items = items
    }

    /// The same repository, with states remembered: for items with long histories.
    ///
    /// - Parameter snapshots: What remembers them.
    /// - Returns: A repository that folds what is behind the last snapshot.
    public func remembering(_ snapshots: Snapshots<Item>) -> EventSourcedItemRepository {
        EventSourcedItemRepository(items.remembering(snapshots))
    }

    /// Folds the events of an item.
    ///
    /// - Parameter id: The item.
    /// - Returns: Its state and version, events of foreign types counted.
    /// - Throws: `EventDecodingError`, and what the store throws.
    /// - Complexity: O(*n*) in the number of its events, those behind the last snapshot where there is one.
    public func load(_ id: ItemID) async throws -> Versioned<Item> {
        try await items.load(id.eventID.description)
    }

    /// Records what has happened to an item, in one commit.
    ///
    /// - Parameters:
    ///   - events: What has happened, in order. With none, only the version is judged.
    ///   - id: The item.
    ///   - version: The version at which the events were decided.
    /// - Returns: The version after the last of the events.
    /// - Throws: The store's conflict where the item is at another version, and what else the store throws.
    public func save(_ events: [ItemEvent], for id: ItemID, expecting version: UInt64) async throws -> UInt64 {
        try await items.save(events, for: id.eventID.description, expecting: version)
    }
}
