public import DomainKit

/// What it takes to create an item.
public struct NewItem: Sendable {
    /// The identity that it is to have; where there is none, it gets a new one.
    public var id: ItemID?

    /// Its name, as it was given.
    public var name: String

    /// Creates the input.
    ///
    /// - Parameters:
    ///   - id: The identity that it is to have; where there is none, it gets a new one.
    ///   - name: Its name, as it was given.
    public init(id: ItemID? = nil, name: String) {
        self.id = id
        self.name = name
    }
}

/// Creating an item.
///
/// Throws `ValidationError` for a name that breaks a rule, and ``ItemError`` `alreadyExists` or `deleted` where the
/// identity that was given is taken.
public protocol ItemCreating: UseCase where Input == NewItem, Output == ItemDetails {}

extension ItemCreating {
    /// Creates an item.
    ///
    /// - Parameters:
    ///   - name: Its name, as it was given.
    ///   - id: The identity that it is to have; where there is none, it gets a new one.
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
