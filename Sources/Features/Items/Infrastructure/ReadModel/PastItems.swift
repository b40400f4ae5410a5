public import DomainKit
public import ItemsDomain
public import Nacre

/// Queries on items as of a past moment: one item is folded from its own stream, lists are answered from a read model.
public struct PastItems: ItemQueries {
    // PROJ-38: One thing as of a moment is folded from its own stream.

    private let store: any EventStore
    private let position: Position
    private let applies: @Sendable (RecordedEvent) -> Bool
    private let sealing: (any PersonalDataSealing)?
    private let lists: ProjectedItems
    private let codec = ItemEventCodec()

    /// Creates the queries.
    ///
    /// - Parameters:
    ///   - store: The log.
    ///   - position: The last position that the moment sees.
    ///   - sealing: Opens sealed names; without it, queries that meet one throw `PersonalDataError` `unavailable`.
    ///   - lists: The queries on a read model as of the same moment.
    ///   - applies: Whether the read model applies an event up to that position.
    public init(
        in store: any EventStore, upTo position: Position, sealing: (any PersonalDataSealing)? = nil,
        lists: ProjectedItems, applying applies: @escaping @Sendable (RecordedEvent) -> Bool
    ) {
        self.store = store
        self.position = position
        self.applies = applies
        self.sealing = sealing
        self.lists = lists
    }

    /// The details of an item.
    ///
    /// - Parameter id: The item.
    /// - Returns: Its details, even if it was deleted; `nil` if it was not created by then, or was erased together with
    ///   its owner's account.
    /// - Throws: `EventDecodingError` if an event of the item cannot be decoded; errors of the store.
    /// - Complexity: O(*n*) in the events of the item up to the moment, however long the log is.
    public func item(_ id: ItemID) async throws -> ItemDetails? {
        var row: ItemRow?
        for try await event in store.read("\(ItemEvent.category)-\(id.eventID)") {
            guard event.position <= position else { break }
            guard applies(event) else { continue }
            let logged = try codec.logged(event.view)
            if row != nil {
                row?.evolve(logged, at: event.time, version: event.version)
            } else if let logged {
                row = ItemRow(logged, of: id, at: event.time, version: event.version)
            }
        }
        var opener = ItemRowOpener(sealing)
        return try row.flatMap { try opener.details(of: $0) }
    }

    /// A page of all items, from the read model.
    public func items(
        after cursor: PageCursor?, limit: Int, includingDeleted: Bool
    ) async throws -> Page<ItemDetails> {
        try await lists.items(after: cursor, limit: limit, includingDeleted: includingDeleted)
    }

    /// A page of the items of one owner, from the read model.
    public func items(
        of owner: ItemOwner, after cursor: PageCursor?, limit: Int, includingDeleted: Bool
    ) async throws -> Page<ItemDetails> {
        try await lists.items(of: owner, after: cursor, limit: limit, includingDeleted: includingDeleted)
    }
}
