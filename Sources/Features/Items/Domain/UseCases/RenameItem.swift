public import DomainKit

/// What it takes to rename an item.
public struct NewItemName: Sendable {
    /// The item.
    public var id: ItemID

    /// Its new name, as it was given.
    public var name: String

    /// Creates the input.
    ///
    /// - Parameters:
    ///   - id: The item.
    ///   - name: Its new name, as it was given.
    public init(id: ItemID, name: String) {
        self.id = id
        self.name = name
    }
}

/// Renaming an item; to its own name, nothing happens.
///
/// Throws `ValidationError` for a name that breaks a rule, and ``ItemError`` `notFound` or `deleted`.
public protocol ItemRenaming: UseCase where Input == NewItemName, Output == ItemDetails {}

extension ItemRenaming {
    /// Renames an item.
    ///
    /// - Parameters:
    ///   - id: The item.
    ///   - name: Its new name, as it was given.
    /// - Returns: The item as it is then.
    /// - Throws: What ``ItemRenaming`` throws.
    public func callAsFunction(_ id: ItemID, to name: String) async throws -> ItemDetails {
        try await self(NewItemName(id: id, name: name))
    }
}

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
