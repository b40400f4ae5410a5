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

    /// A page of items, in order of creation.
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
            var page = Page<ItemDetails>(elements: [], next: nil)
            var last = cursor
            try ItemsTables.items.forEachRow(after: cursor?.position, in: reader) { position, details in
                guard includingDeleted || !details.isDeleted else { return true }
                // The row after the page shows that there is a next page.
                guard page.elements.count < limit else {
                    page.next = last
                    return false
                }
                page.elements.append(details)
                last = PageCursor(position: position)
                return true
            }
            return page
        }
    }
}
