public import DomainKit

/// Creates items in a repository.
public struct CreateItem: ItemCreating {
    private let items: ItemChange
    private let ids: any IDGenerator

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - repository: Where the histories of items are kept.
    ///   - queries: The read model that belongs to it.
    ///   - ids: Where the identities of new items come from.
    ///   - retry: How often a conflict is met with another attempt.
    public init(
        repository: any ItemRepository, queries: any ItemQueries, ids: any IDGenerator,
        retry: ConflictRetry = ConflictRetry()
    ) {
        items = ItemChange(repository: repository, queries: queries, retry: retry)
        self.ids = ids
    }

    /// Creates an item.
    ///
    /// - Parameter input: Its name, and its identity where it is to have a certain one.
    /// - Returns: The item.
    /// - Throws: What ``ItemCreating`` throws.
    public func callAsFunction(_ input: NewItem) async throws -> ItemDetails {
        let name = try ItemName(input.name)
        return try await items.apply(.create(name: name), to: input.id ?? ItemID(ids.next()))
    }
}
