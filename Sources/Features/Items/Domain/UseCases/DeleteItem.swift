public import DomainKit

/// Deleting an item, for good.
///
/// Throws ``ItemError`` `notFound` or `deleted`.
public protocol ItemDeleting: UseCase where Input == ItemID, Output == ItemDetails {}

/// Deletes items in a repository.
public struct DeleteItem: ItemDeleting {
    private let items: ItemChange

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - repository: Where the histories of items are kept.
    ///   - queries: The read model that belongs to it.
    ///   - retry: How often a conflict is met with another attempt.
    public init(
        repository: any ItemRepository, queries: any ItemQueries, retry: ConflictRetry = ConflictRetry()
    ) {
        items = ItemChange(repository: repository, queries: queries, retry: retry)
    }

    /// Deletes an item, for good.
    ///
    /// - Parameter id: The item.
    /// - Returns: The item as it is then.
    /// - Throws: What ``ItemDeleting`` throws.
    public func callAsFunction(_ id: ItemID) async throws -> ItemDetails {
        try await items.apply(.delete, to: id)
    }
}
