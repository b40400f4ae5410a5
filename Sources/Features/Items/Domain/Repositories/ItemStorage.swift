public import DomainKit

/// The storage of items: repository, queries and change feed.
///
/// The three belong together: queries see what was saved through the repository.
public struct ItemStorage: Sendable {
    // FEAT-21: Repositories are exchanged by their storage.

    /// The repository of items.
    public let repository: any ItemRepository

    /// The queries on its read model.
    public let queries: any ItemQueries

    /// The change feed of the read model.
    public let changes: any ChangeFeed

    /// Creates a storage from its parts.
    ///
    /// - Parameters:
    ///   - repository: The repository of items.
    ///   - queries: The queries on its read model.
    ///   - changes: The change feed of the read model.
    public init(repository: any ItemRepository, queries: any ItemQueries, changes: any ChangeFeed) {
        self.repository = repository
        self.queries = queries
        self.changes = changes
    }

    /// In-memory storage, for tests and experiments.
    ///
    /// - Parameter time: The clock for event times.
    /// - Returns: A storage without items.
    public static func inMemory(time: any TimeSource = SystemTimeSource()) -> ItemStorage {
        let items = InMemoryItemRepository(time: time)
        return ItemStorage(repository: items, queries: items, changes: items.changes)
    }
}
