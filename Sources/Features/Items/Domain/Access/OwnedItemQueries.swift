import DomainKit

/// The queries on the items of one owner.
struct OwnedItemQueries: ItemQueries {
    let owner: ItemOwner
    let base: any ItemQueries

    /// The details of an item; `nil` for an item of another owner, as for one that was never created.
    func item(_ id: ItemID) async throws -> ItemDetails? {
        guard let details = try await base.item(id), details.owner == owner else { return nil }
        return details
    }

    /// A page of the owner's items.
    func items(after cursor: PageCursor?, limit: Int, includingDeleted: Bool) async throws -> Page<ItemDetails> {
        try await base.items(of: owner, after: cursor, limit: limit, includingDeleted: includingDeleted)
    }

    /// A page of the owner's items; no items if another owner is given.
    func items(
        of other: ItemOwner, after cursor: PageCursor?, limit: Int, includingDeleted: Bool
    ) async throws -> Page<ItemDetails> {
        guard other == owner else { return Page(elements: [], next: nil) }
        return try await items(after: cursor, limit: limit, includingDeleted: includingDeleted)
    }
}
