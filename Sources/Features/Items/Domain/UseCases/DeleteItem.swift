public import DomainKit

/// Deleting an item; ``ItemRestoring`` takes it back.
///
/// Throws ``ItemError`` `notFound` or `deleted`.
public protocol ItemDeleting: UseCase where Input == ItemID, Output == ItemDetails {}

/// Deletes items in a repository.
public struct DeleteItem: ItemDeleting {
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

    /// Deletes an item.
    ///
    /// - Parameter id: The item.
    /// - Returns: The item after the change.
    /// - Throws: What ``ItemDeleting`` throws.
    public func callAsFunction(_ id: ItemID) async throws -> ItemDetails {
        try await items.apply(.delete, to: id)
    }
}
