public import DomainKit
public import ItemsDomain
public import Nacre

/// What can be asked about items, answered from the read model that ``ItemsProjection`` keeps.
public struct ProjectedItems: ItemQueries {
    private let model: UpToDateReadModel

    /// Creates queries.
    ///
    /// - Parameters:
    ///   - store: The store that keeps the read model.
    ///   - update: What brings it up to date before it is looked at.
    public init(in store: any ReadModelStore, updatedBy update: any ReadModelUpdating) {
        model = UpToDateReadModel(ItemsProjection.name, in: store, updatedBy: update)
    }

    /// What is known of an item.
    ///
    /// - Parameter id: The item.
    /// - Returns: Its details, also where it was deleted; `nil` where it was never created.
    /// - Throws: `EventStoreError`, with code `projectionHalted` where the projection has stopped short.
    public func item(_ id: ItemID) async throws -> ItemDetails? {
        try await model.read { reader in
            try ItemsTables.items.firstRow(with: id.eventID, by: ItemsTables.byID, in: reader)?.row
        }
    }

    /// Some of the items, in order of creation.
    ///
    /// - Parameters:
    ///   - cursor: Where to go on, from the page before; `nil` for the beginning.
    ///   - limit: How many items to return at most, from 1.
    ///   - includingDeleted: Whether deleted items are returned too.
    /// - Returns: The items, and where to go on.
    /// - Throws: `EventStoreError`, with code `projectionHalted` where the projection has stopped short.
    /// - Complexity: O(*n*) in the number of items looked at.
    public func items(
        after cursor: PageCursor?, limit: Int, includingDeleted: Bool
    ) async throws -> Page<ItemDetails> {
        try await model.read { reader in
            var page = Page<ItemDetails>(elements: [], next: nil)
            var last = cursor
            try ItemsTables.items.forEachRow(after: cursor?.position, in: reader) { position, details in
                guard includingDeleted || !details.isDeleted else { return true }
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
