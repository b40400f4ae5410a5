import DomainKit
import FeatureCache
import ItemsDomain

/// The queries of cached items, without the age of answers.
struct CachedItemQueries: ItemQueries {
    let items: CachedItems

    /// Whether the caller observes the answers, and learns by a change what is new.
    let isObserved: Bool

    func item(_ id: ItemID) async throws -> ItemDetails? {
        try await items.item(id, isObserved: isObserved).value
    }

    func items(after cursor: PageCursor?, limit: Int, includingDeleted: Bool) async throws -> Page<ItemDetails> {
        let request = ItemPageRequest(after: cursor, limit: limit, includingDeleted: includingDeleted)
        return try await items.page(of: nil, request, isObserved: isObserved).value
    }

    func items(
        of owner: ItemOwner, after cursor: PageCursor?, limit: Int, includingDeleted: Bool
    ) async throws -> Page<ItemDetails> {
        let request = ItemPageRequest(after: cursor, limit: limit, includingDeleted: includingDeleted)
        return try await items.page(of: owner, request, isObserved: isObserved).value
    }
}
