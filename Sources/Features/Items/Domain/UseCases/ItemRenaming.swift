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
