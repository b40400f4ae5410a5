public import DomainKit

/// Completing an item; one that is completed already stays as it is.
///
/// Throws ``ItemError`` `notFound` or `deleted`.
public protocol ItemCompleting: UseCase where Input == ItemID, Output == ItemDetails {}

/// Completes items in a repository.
public struct CompleteItem: ItemCompleting {
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

    /// Marks an item as done.
    ///
    /// - Parameter id: The item.
    /// - Returns: The item as it is then.
    /// - Throws: What ``ItemCompleting`` throws.
    public func callAsFunction(_ id: ItemID) async throws -> ItemDetails {
        try await items.apply(.complete, to: id)
    }
}
