public import DomainKit

/// The input for renaming an item.
public struct NewItemName: Sendable {
    /// The item.
    public var id: ItemID

    /// Its new name, not validated yet.
    public var name: String

    /// Creates the input.
    ///
    /// - Parameters:
    ///   - id: The item.
    ///   - name: Its new name, not validated yet.
    public init(id: ItemID, name: String) {
        self.id = id
        self.name = name
    }
}

/// Renaming an item; no effect if the name is the same.
///
/// Throws `ValidationError` for an invalid name, and ``ItemError`` `notFound` or `deleted`.
public protocol ItemRenaming: UseCase where Input == NewItemName, Output == ItemDetails {}

extension ItemRenaming {
    /// Renames an item.
    ///
    /// - Parameters:
    ///   - id: The item.
    ///   - name: Its new name, not validated yet.
    /// - Returns: The item after the change.
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
    ///   - repository: The repository of items.
    ///   - queries: The queries on its read model.
    ///   - retry: The retry policy for conflicts.
    public init(
        repository: any ItemRepository, queries: any ItemQueries, retry: ConflictRetry = ConflictRetry()
    ) {
        items = ItemChange(repository: repository, queries: queries, retry: retry)
    }

    /// Renames an item.
    ///
    /// - Parameter input: The item and its new name.
    /// - Returns: The item after the change.
    /// - Throws: What ``ItemRenaming`` throws.
    public func callAsFunction(_ input: NewItemName) async throws -> ItemDetails {
        try await items.apply(.rename(to: ItemName(input.name)), to: input.id)
    }
}
