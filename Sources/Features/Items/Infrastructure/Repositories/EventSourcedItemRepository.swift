public import DomainKit
public import ItemsDomain
public import Nacre

/// Items in an event store: each has its own stream, `item-` followed by its id.
public struct EventSourcedItemRepository: ItemRepository {
    private let items: Aggregates<ItemDecider>
    private let store: any EventStore
    private let time: any TimeSource
    private let sealing: (any PersonalDataSealing)?
    private let answersFromEvents: Bool

    /// Creates a repository.
    ///
    /// - Parameters:
    ///   - store: The store that holds the streams.
    ///   - time: The clock for event times.
    ///   - sealing: Seals the names of items that have an owner; without it, they are written in clear, and items with
    ///     sealed names cannot be loaded.
    ///   - answersFromEvents: Whether ``details(of:at:)`` folds the events of an item.
    public init(
        store: any EventStore, time: any TimeSource, sealing: (any PersonalDataSealing)? = nil,
        answersFromEvents: Bool = false
    ) {
        self.init(
            Aggregates(ItemEvent.category, in: store, codec: ItemEventCodec(sealing: sealing), time: time), store, time,
            sealing, answersFromEvents)
    }

    private init(
        _ items: Aggregates<ItemDecider>, _ store: any EventStore, _ time: any TimeSource,
        _ sealing: (any PersonalDataSealing)?, _ answersFromEvents: Bool
    ) {
        self.items = items
        self.store = store
        self.time = time
        self.sealing = sealing
        self.answersFromEvents = answersFromEvents
    }

    /// The same repository with snapshots, for items with long histories.
    ///
    /// - Parameter snapshots: The snapshots of items.
    /// - Returns: A repository that folds only the events after the last snapshot.
    public func withSnapshots(_ snapshots: Snapshots<Item>) -> EventSourcedItemRepository {
        EventSourcedItemRepository(items.withSnapshots(snapshots), store, time, sealing, answersFromEvents)
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
    /// - Throws: The store's conflict if the item is at another version, `PersonalDataError` `erased` if the owner's
    ///   account was deleted, and other errors of the store.
    public func save(_ events: [ItemEvent], for id: ItemID, expecting version: UInt64) async throws -> UInt64 {
        let items = try await items(sealing: events, for: id)
        return try await items.save(events, for: id.eventID.description, expecting: version)
    }

    /// The longest history that is folded for the details of an item; for a longer one, the read model is faster.
    private static let maxFoldedEvents: UInt64 = 32

    /// Folds the events of an item up to a version, unless there are many.
    ///
    /// - Parameters:
    ///   - id: The item.
    ///   - version: The version.
    /// - Returns: The details at that version; `nil` if there are more than 32 events, if the item was erased, or if the
    ///   repository does not answer from events.
    /// - Throws: `EventDecodingError`, and errors of the store.
    public func details(of id: ItemID, at version: UInt64) async throws -> ItemDetails? {
        guard answersFromEvents, version <= Self.maxFoldedEvents else { return nil }
        let codec = ItemEventCodec(sealing: sealing)
        var details: ItemDetails?
        for try await recorded in store.read(
            items.stream(of: id.eventID.description), .forward(), limit: Int(version))
        {
            if let event = try codec.decode(recorded) {
                ItemDetails.evolve(&details, event, of: id, at: recorded.time, version: recorded.version)
            } else {
                details?.skipEvent(version: recorded.version)
            }
        }
        return details
    }

    /// The items, with a codec that knows the owner if events need it.
    private func items(sealing events: [ItemEvent], for id: ItemID) async throws -> Aggregates<ItemDecider> {
        guard let sealing, events.contains(where: \.isRenaming) else { return items }
        // An owner never changes, so a version that has become stale does not matter here.
        var item = try await load(id).state
        for event in events { ItemDecider.evolve(&item, event) }
        // Erased meanwhile: whose name it is cannot be found out, so it is not written in clear.
        guard item != .erased else { throw ItemError(code: .erased, id: id) }
        return Aggregates(
            ItemEvent.category, in: store, codec: ItemEventCodec(sealing: sealing, owner: item.owner), time: time)
    }
}

extension EventSourcedItemRepository {
    /// The events of an item, in order, with their times.
    ///
    /// - Parameter id: The item.
    /// - Returns: Its events; none if it was never created or was erased. Events of foreign types are left out.
    /// - Throws: `EventDecodingError`, and errors of the store.
    /// - Complexity: O(*n*) in the number of its events.
    public func history(of id: ItemID) async throws -> [ItemHistoryEntry] {
        let codec = ItemEventCodec(sealing: sealing)
        var history: [ItemHistoryEntry] = []
        for try await recorded in store.read(items.stream(of: id.eventID.description)) {
            guard let event = try codec.decode(recorded) else { continue }
            // What is left of an erased item tells nothing about it.
            guard event != .erased else { return [] }
            history.append(ItemHistoryEntry(event: event, time: recorded.time, version: recorded.version))
        }
        return history
    }
}

extension Item {
    /// The owner; `nil` if there is none.
    fileprivate var owner: ItemOwner? {
        switch self {
        case .present(_, _, let owner), .deleted(_, _, let owner): owner
        case .none, .erased: nil
        }
    }
}

extension ItemEvent {
    fileprivate var isRenaming: Bool {
        if case .renamed = self { true } else { false }
    }
}
