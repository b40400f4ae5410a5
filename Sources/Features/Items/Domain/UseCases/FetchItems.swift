public import DomainKit

/// Which items are wanted.
public struct ItemPageRequest: Sendable, Hashable {
    /// Where to go on, from the page before; `nil` for the beginning.
    public var cursor: PageCursor?

    /// How many items are wanted at most, from 1 to 1,000.
    public var limit: Int

    /// Whether deleted items are wanted too.
    public var includingDeleted: Bool

    /// Creates the input.
    ///
    /// - Parameters:
    ///   - cursor: Where to go on, from the page before; `nil` for the beginning.
    ///   - limit: How many items are wanted at most, from 1 to 1,000.
    ///   - includingDeleted: Whether deleted items are wanted too.
    public init(after cursor: PageCursor? = nil, limit: Int = PageLimit.standard, includingDeleted: Bool = false) {
        self.cursor = cursor
        self.limit = limit
        self.includingDeleted = includingDeleted
    }
}

/// Fetching all items, page by page, in order of creation.
///
/// Throws `ValidationError` for a limit that is out of range.
public protocol ItemListing: UseCase where Input == ItemPageRequest, Output == Page<ItemDetails> {}

extension ItemListing {
    /// Fetches a page of items.
    ///
    /// - Parameters:
    ///   - cursor: Where to go on, from the page before; `nil` for the beginning.
    ///   - limit: How many items are wanted at most, from 1 to 1,000.
    ///   - includingDeleted: Whether deleted items are wanted too.
    /// - Returns: The items, and where to go on.
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
    /// - Parameter input: Which items are wanted.
    /// - Returns: The items in order of creation, and where to go on.
    /// - Throws: What ``ItemListing`` throws.
    public func callAsFunction(_ input: ItemPageRequest) async throws -> Page<ItemDetails> {
        let limit = try PageLimit.validated(input.limit)
        return try await queries.items(
            after: input.cursor, limit: limit, includingDeleted: input.includingDeleted)
    }
}
