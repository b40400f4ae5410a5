public import DomainKit

/// Reopening a completed item; no effect if it is open already.
///
/// Throws ``ItemError`` `notFound` or `deleted`.
public protocol ItemReopening: UseCase where Input == ItemID, Output == ItemDetails {}

/// Reopens items in a repository.
public struct ReopenItem: ItemReopening {
    private let items: ItemChange

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - repository: The repository of items.
    ///   - queries: The queries on its read model.
    ///   - retry: The retry policy for conflicts.
    public init(
        repository: any ItemRepository, queries: any ItemQueries, retry: ConflictRetry = ConflictRetry()
    ) {
        items = ItemChange(repository: repository, queries: queries, retry: retry)
    }

    /// Marks an item as not completed.
    ///
    /// - Parameter id: The item.
    /// - Returns: The item after the change.
    /// - Throws: What ``ItemReopening`` throws.
    public func callAsFunction(_ id: ItemID) async throws -> ItemDetails {
        try await items.apply(.reopen, to: id)
    }
}
