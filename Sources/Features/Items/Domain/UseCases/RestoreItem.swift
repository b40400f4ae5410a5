public import DomainKit

/// Restoring a deleted item, with the name and the state that it had; no effect if it is not deleted.
///
/// Throws ``ItemError`` `notFound` or `erased`.
public protocol ItemRestoring: UseCase where Input == ItemID, Output == ItemDetails {}

/// Restores deleted items in a repository.
public struct RestoreItem: ItemRestoring {
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

    /// Restores a deleted item.
    ///
    /// - Parameter id: The item.
    /// - Returns: The item after the change.
    /// - Throws: What ``ItemRestoring`` throws.
    public func callAsFunction(_ id: ItemID) async throws -> ItemDetails {
        try await items.apply(.restore, to: id)
    }
}
