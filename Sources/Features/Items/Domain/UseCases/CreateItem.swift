public import DomainKit

/// The input for creating an item.
public struct NewItem: Sendable {
    /// Its id; by default a new one.
    public var id: ItemID?

    /// Its name, not validated yet.
    public var name: String

    /// Creates the input.
    ///
    /// - Parameters:
    ///   - id: Its id; by default a new one.
    ///   - name: Its name, not validated yet.
    public init(id: ItemID? = nil, name: String) {
        self.id = id
        self.name = name
    }
}

/// Creating an item.
///
/// Throws `ValidationError` for an invalid name, and ``ItemError`` `alreadyExists` or `deleted` if the given id is
/// taken; always `alreadyExists` if an item of another owner has it.
public protocol ItemCreating: UseCase where Input == NewItem, Output == ItemDetails {}

extension ItemCreating {
    /// Creates an item.
    ///
    /// - Parameters:
    ///   - name: Its name, not validated yet.
    ///   - id: Its id; by default a new one.
    /// - Returns: The item.
    /// - Throws: What ``ItemCreating`` throws.
    public func callAsFunction(name: String, id: ItemID? = nil) async throws -> ItemDetails {
        try await self(NewItem(id: id, name: name))
    }
}

/// Creates items in a repository.
public struct CreateItem: ItemCreating {
    private let items: ItemChange
    private let ids: any IDGenerator

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - repository: The repository of items.
    ///   - queries: The queries on its read model.
    ///   - ids: The generator of new items' ids.
    ///   - retry: The retry policy for conflicts.
    public init(
        repository: any ItemRepository, queries: any ItemQueries, ids: any IDGenerator,
        retry: ConflictRetry = ConflictRetry()
    ) {
        items = ItemChange(repository: repository, queries: queries, retry: retry)
        self.ids = ids
    }

    /// Creates an item.
    ///
    /// - Parameter input: Its name, and optionally its id.
    /// - Returns: The item.
    /// - Throws: What ``ItemCreating`` throws.
    public func callAsFunction(_ input: NewItem) async throws -> ItemDetails {
        let name = try ItemName(input.name)
        // An id from the caller makes repeated creation fail instead of creating a second item.
        return try await items.apply(.create(name: name), to: input.id ?? ItemID(ids.next()))
    }
}
