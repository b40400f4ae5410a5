public import DomainKit
public import FeatureAPI
public import ItemsDomain

/// Queries on the items at a server.
///
/// A page has at most 1,000 items, whatever limit is given.
public struct RemoteItemQueries: ItemQueries {
    private let client: APIClient
    private let scope: ItemScope

    /// Creates queries.
    ///
    /// - Parameters:
    ///   - client: The client of the server.
    ///   - scope: The items.
    public init(_ client: APIClient, scope: ItemScope) {
        self.client = client
        self.scope = scope
    }

    /// The details of an item.
    public func item(_ id: ItemID) async throws -> ItemDetails? {
        try await client.item(id, in: scope)
    }

    /// A page of the items in scope.
    public func items(after cursor: PageCursor?, limit: Int, includingDeleted: Bool) async throws -> Page<ItemDetails> {
        try await items(in: scope, after: cursor, limit: limit, includingDeleted: includingDeleted)
    }

    /// A page of the items of one owner: for operators, and for that owner.
    public func items(
        of owner: ItemOwner, after cursor: PageCursor?, limit: Int, includingDeleted: Bool
    ) async throws -> Page<ItemDetails> {
        try await items(in: .owner(owner), after: cursor, limit: limit, includingDeleted: includingDeleted)
    }

    private func items(
        in scope: ItemScope, after cursor: PageCursor?, limit: Int, includingDeleted: Bool
    ) async throws -> Page<ItemDetails> {
        let limit = min(limit, PageLimit.allowed.upperBound)
        let request = ItemPageRequest(after: cursor, limit: limit, includingDeleted: includingDeleted)
        return try await mappingErrors {
            try await client.call(ItemEndpoints.list, ItemPageParameters(request, scope: scope)).page()
        }
    }
}
