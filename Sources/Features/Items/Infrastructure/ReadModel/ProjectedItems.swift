public import DomainKit
public import ItemsDomain
public import Nacre

/// Queries on items, answered from the read model of ``ItemsProjection``.
public struct ProjectedItems: ItemQueries {
    private let model: UpToDateReadModel

    /// Creates the queries.
    ///
    /// - Parameters:
    ///   - store: The store that holds the read model.
    ///   - update: Brings the read model up to date before each query.
    public init(in store: any ReadModelStore, updatedBy update: any ReadModelUpdating) {
        model = UpToDateReadModel(ItemsProjection.name, in: store, updatedBy: update)
    }

    /// The details of an item.
    ///
    /// - Parameter id: The item.
    /// - Returns: Its details, even if it was deleted; `nil` if it was never created.
    /// - Throws: `EventStoreError`, with code `projectionHalted` if the projection is halted.
    public func item(_ id: ItemID) async throws -> ItemDetails? {
        try await model.read { reader in
            try ItemsTables.items.firstRow(with: id.eventID, by: ItemsTables.byID, in: reader)?.row
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
            var found = FoundPage(after: cursor, limit: limit, includingDeleted: includingDeleted)
            try ItemsTables.items.forEachRow(after: cursor?.position, in: reader) { position, details in
                found.add(details, at: position)
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
            var found = FoundPage(after: cursor, limit: limit, includingDeleted: includingDeleted)
            let start = TableKeyPair(owner, cursor?.position ?? 0)
            try ItemsTables.owned.forEachRow(after: start, in: reader) { place, _ in
                guard place.first == owner else { return false }
                guard let details = try ItemsTables.items.row(at: place.second, in: reader) else {
                    throw EventStoreError.damagedReadModel("an owner's item at position \(place.second) is missing")
                }
                return found.add(details, at: place.second)
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

    init(after cursor: PageCursor?, limit: Int, includingDeleted: Bool) {
        last = cursor
        self.limit = limit
        self.includingDeleted = includingDeleted
    }

    /// Adds an item, unless it is deleted and not asked for, and returns whether another one may be added.
    mutating func add(_ details: ItemDetails, at position: Position) -> Bool {
        guard includingDeleted || !details.isDeleted else { return true }
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
