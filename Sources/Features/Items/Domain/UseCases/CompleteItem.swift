public import DomainKit

/// Completing an item; no effect if it is completed already.
///
/// Throws ``ItemError`` `notFound` or `deleted`.
public protocol ItemCompleting: UseCase where Input == ItemID, Output == ItemDetails {}

/// Completes items in a repository.
public struct CompleteItem: ItemCompleting {
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

    /// Marks an item as completed.
    ///
    /// - Parameter id: The item.
    /// - Returns: The item after the change.
    /// - Throws: What ``ItemCompleting`` throws.
    public func callAsFunction(_ id: ItemID) async throws -> ItemDetails {
        try await items.apply(.complete, to: id)
    }
}
