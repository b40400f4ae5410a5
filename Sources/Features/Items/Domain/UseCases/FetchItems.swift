public import DomainKit

/// A request for a page of items.
public struct ItemPageRequest: Sendable, Hashable {
    /// The cursor of the previous page; `nil` for the first page.
    public var cursor: PageCursor?

    /// The maximum number of items, 1 to 1,000.
    public var limit: Int

    /// Whether to include deleted items.
    public var includingDeleted: Bool

    /// Creates the input.
    ///
    /// - Parameters:
    ///   - cursor: The cursor of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of items, 1 to 1,000.
    ///   - includingDeleted: Whether to include deleted items.
    public init(after cursor: PageCursor? = nil, limit: Int = PageLimit.standard, includingDeleted: Bool = false) {
        self.cursor = cursor
        self.limit = limit
        self.includingDeleted = includingDeleted
    }
}

/// Fetching all items, page by page, in order of creation.
///
/// Throws `ValidationError` if the limit is out of range.
public protocol ItemListing: UseCase where Input == ItemPageRequest, Output == Page<ItemDetails> {}

extension ItemListing {
    /// Fetches a page of items.
    ///
    /// - Parameters:
    ///   - cursor: The cursor of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of items, 1 to 1,000.
    ///   - includingDeleted: Whether to include deleted items.
    /// - Returns: The items, and the cursor of the next page.
    /// - Throws: What ``ItemListing`` throws.
    public func callAsFunction(
        after cursor: PageCursor? = nil, limit: Int = PageLimit.standard, includingDeleted: Bool = false
    ) async throws -> Page<ItemDetails> {
        try await self(ItemPageRequest(after: cursor, limit: limit, includingDeleted: includingDeleted))
    }
}

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
    /// - Parameter input: The requested page.
    /// - Returns: The items in order of creation, and the cursor of the next page.
    /// - Throws: What ``ItemListing`` throws.
    public func callAsFunction(_ input: ItemPageRequest) async throws -> Page<ItemDetails> {
        let limit = try PageLimit.validated(input.limit)
        return try await queries.items(
            after: input.cursor, limit: limit, includingDeleted: input.includingDeleted)
    }
}
