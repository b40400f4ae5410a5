public import DomainKit

/// Fetches items from a read model, page by page.
public struct FetchItems: ItemListing {
    private let queries: any ItemQueries

    /// Creates the use case.
    ///
    /// - Parameter queries: The read model.
    public init(queries: any ItemQueries) {
        self.queries = queries
    }

    /// Fetches a page of items.
    ///
    /// - Parameter input: Which items are wanted.
    /// - Returns: The items in order of creation, and where to go on.
    /// - Throws: What ``ItemListing`` throws.
    public func callAsFunction(_ input: ItemPageRequest) async throws -> Page<ItemDetails> {
        let limit = try PageLimit.validated(input.limit)
        return try await queries.items(
            after: input.cursor, limit: limit, includingDeleted: input.includingDeleted)
    }
}
