public import DomainKit

/// Renames items in a repository.
public struct RenameItem: ItemRenaming {
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

    /// Renames an item.
    ///
    /// - Parameter input: The item and its new name.
    /// - Returns: The item as it is then.
    /// - Throws: What ``ItemRenaming`` throws.
    public func callAsFunction(_ input: NewItemName) async throws -> ItemDetails {
        try await items.apply(.rename(to: ItemName(input.name)), to: input.id)
    }
}
