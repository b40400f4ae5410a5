public import DomainKit

/// Where items are kept: their histories, what can be asked about them, and what tells of changes.
///
/// The three belong together: whoever has saved something through the repository sees it in the queries.
public struct ItemStorage: Sendable {
    /// Where the histories of items are kept.
    public let repository: any ItemRepository

    /// The read model that belongs to it.
    public let queries: any ItemQueries

    /// What tells of the changes of the read model.
    public let changes: any ChangeFeed

    /// Makes a storage of its parts.
    ///
    /// - Parameters:
    ///   - repository: Where the histories of items are kept.
    ///   - queries: The read model that belongs to it.
    ///   - changes: What tells of the changes of the read model.
    public init(repository: any ItemRepository, queries: any ItemQueries, changes: any ChangeFeed) {
        self.repository = repository
        self.queries = queries
        self.changes = changes
    }

    /// Keeps items in memory: for tests, and for trying things out.
    ///
    /// - Parameter time: What says when something happens.
    /// - Returns: A storage without items.
    public static func inMemory(time: any TimeSource = SystemTimeSource()) -> ItemStorage {
        let items = InMemoryItemRepository(time: time)
        return ItemStorage(repository: items, queries: items, changes: items.changes)
    }
}
