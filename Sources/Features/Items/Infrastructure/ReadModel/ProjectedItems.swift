public import DomainKit
public import ItemsDomain
public import Nacre

/// Queries on items, answered from the read model of ``ItemsProjection``.
public struct ProjectedItems: ItemQueries {
    private let model: UpToDateReadModel
    private let sealing: (any PersonalDataSealing)?

    /// Creates the queries.
    ///
    /// - Parameters:
    ///   - store: The store that holds the read model.
    ///   - update: Brings the read model up to date before each query.
    ///   - sealing: Opens sealed names; without it, queries that meet one throw `PersonalDataError` `unavailable`.
    public init(
        in store: any ReadModelStore, updatedBy update: any ReadModelUpdating,
        sealing: (any PersonalDataSealing)? = nil
    ) {
        self.sealing = sealing
        model = UpToDateReadModel(ItemsProjection.name, in: store, updatedBy: update)
    }

    /// The details of an item.
    ///
    /// - Parameter id: The item.
    /// - Returns: Its details, even if it was deleted; `nil` if it was never created, or was erased together with its
    ///   owner's account.
    /// - Throws: `EventStoreError`, with code `projectionHalted` if the projection is halted.
    public func item(_ id: ItemID) async throws -> ItemDetails? {
        try await model.read { reader in
            var opener = ItemRowOpener(sealing)
            let found = try ItemsTables.items.firstRow(with: id.eventID, by: ItemsTables.byID, in: reader)
            return try found.flatMap { try opener.details(of: $0.row) }
        }
    }

    /// A page of all items, with and without an owner, in order of creation.
    ///
    /// - Parameters:
    ///   - cursor: The cursor of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of items, at least 1.
    ///   - includingDeleted: Whether to include deleted items.
    /// - Returns: The items, and the cursor of the next page.
    /// - Throws: `EventStoreError`, with code `projectionHalted` if the projection is halted.
    /// - Complexity: O(*n*) in the number of items visited.
    public func items(
        after cursor: PageCursor?, limit: Int, includingDeleted: Bool
    ) async throws -> Page<ItemDetails> {
        try await model.read { reader in
            var found = FoundPage(
                after: cursor, limit: limit, includingDeleted: includingDeleted, opener: ItemRowOpener(sealing))
            try ItemsTables.items.forEachRow(after: cursor?.position, in: reader) { position, row in
                try found.add(row, at: position)
            }
            return found.page
        }
    }

    /// A page of the items of one owner, in order of creation.
    ///
    /// - Parameters:
    ///   - owner: The owner.
    ///   - cursor: The cursor of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of items, at least 1.
    ///   - includingDeleted: Whether to include deleted items.
    /// - Returns: The items, and the cursor of the next page.
    /// - Throws: `EventStoreError`, with code `projectionHalted` if the projection is halted.
    /// - Complexity: O(*m* log *n*) in the number *m* of the owner's items visited and the number *n* of all items.
    public func items(
        of owner: ItemOwner, after cursor: PageCursor?, limit: Int, includingDeleted: Bool
    ) async throws -> Page<ItemDetails> {
        let owner = owner.eventID
        return try await model.read { reader in
            var found = FoundPage(
                after: cursor, limit: limit, includingDeleted: includingDeleted, opener: ItemRowOpener(sealing))
            let start = TableKeyPair(owner, cursor?.position ?? 0)
            try ItemsTables.owned.forEachRow(after: start, in: reader) { place, _ in
                guard place.first == owner else { return false }
                guard let row = try ItemsTables.items.row(at: place.second, in: reader) else {
                    throw EventStoreError.damagedReadModel("an owner's item at position \(place.second) is missing")
                }
                return try found.add(row, at: place.second)
            }
            return found.page
        }
    }
}

/// A page that is being filled from rows in order of creation.
private struct FoundPage {
    private(set) var page = Page<ItemDetails>(elements: [], next: nil)
    private var last: PageCursor?
    private let limit: Int
    private let includingDeleted: Bool
    private var opener: ItemRowOpener

    init(after cursor: PageCursor?, limit: Int, includingDeleted: Bool, opener: ItemRowOpener) {
        last = cursor
        self.limit = limit
        self.includingDeleted = includingDeleted
        self.opener = opener
    }

    /// Adds an item, unless it is erased, or deleted and not asked for, and returns whether another one may be added.
    mutating func add(_ row: ItemRow, at position: Position) throws -> Bool {
        guard includingDeleted || !row.details.isDeleted, let details = try opener.details(of: row) else { return true }
        // The item after the page shows that there is a next page.
        guard page.elements.count < limit else {
            page.next = last
            return false
        }
        page.elements.append(details)
        last = PageCursor(position: position)
        return true
    }
}
