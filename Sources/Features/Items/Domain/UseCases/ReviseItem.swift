public import DomainKit

/// Several commands on an item that is at a version.
public struct ItemRevision: Sendable, Hashable {
    /// The item.
    public var id: ItemID

    /// The commands, in order.
    public var commands: [ItemCommand]

    /// The version that they are meant for; 0 for an item that does not exist.
    public var version: UInt64

    /// Creates the input.
    ///
    /// - Parameters:
    ///   - id: The item.
    ///   - commands: The commands, in order.
    ///   - version: The version that they are meant for; 0 for an item that does not exist.
    public init(id: ItemID, commands: [ItemCommand], version: UInt64) {
        self.id = id
        self.commands = commands
        self.version = version
    }
}

/// Changing an item at a version, by several commands in one commit: all of them or none.
///
/// Each command is decided on what the ones before it lead to. Throws a conflict (`ConflictError`) at another version,
/// without retries; ``ItemError`` `notFound`, `alreadyExists` or `deleted` if a command is refused.
public protocol ItemRevising: UseCase where Input == ItemRevision, Output == ItemDetails {}

/// Changes items in a repository, at versions that the caller has seen.
public struct ReviseItem: ItemRevising {
    private let items: ItemChange

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - repository: The repository of items.
    ///   - queries: The queries on its read model.
    public init(repository: any ItemRepository, queries: any ItemQueries) {
        items = ItemChange(repository: repository, queries: queries, retry: ConflictRetry(attempts: 1))
    }

    /// Changes an item.
    ///
    /// - Parameter input: The item, the commands, and the version that they are meant for.
    /// - Returns: The item after the commands.
    /// - Throws: What ``ItemRevising`` throws.
    public func callAsFunction(_ input: ItemRevision) async throws -> ItemDetails {
        try await items.apply(input.commands, to: input.id, expecting: input.version)
    }
}
