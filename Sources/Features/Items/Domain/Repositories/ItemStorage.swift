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

    private let changesOfOwner: (@Sendable (ItemOwner) -> any ChangeFeed)?

    // FEAT-31: A cached repository is a composite over any remote storage.
    /// The queries for observers: they may answer with what was known before, if ``changes`` then signals what is new.
    public let observedQueries: any ItemQueries

    /// Creates a storage from its parts.
    ///
    /// - Parameters:
    ///   - repository: The repository of items.
    ///   - queries: The queries on its read model.
    ///   - changes: The change feed of the read model.
    ///   - changesOfOwner: The change feeds of owners' items; `nil` if all have the same.
    ///   - observedQueries: The queries for observers; `nil` for the same queries.
    public init(
        repository: any ItemRepository, queries: any ItemQueries, changes: any ChangeFeed,
        changesOfOwner: (@Sendable (ItemOwner) -> any ChangeFeed)? = nil, observedQueries: (any ItemQueries)? = nil
    ) {
        self.repository = repository
        self.queries = queries
        self.changes = changes
        self.changesOfOwner = changesOfOwner
        self.observedQueries = observedQueries ?? queries
    }

    /// The change feed of an owner's items.
    ///
    /// - Parameter owner: The owner.
    /// - Returns: A feed that signals their changes, and may signal others'.
    public func changes(of owner: ItemOwner) -> any ChangeFeed {
        changesOfOwner?(owner) ?? changes
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
