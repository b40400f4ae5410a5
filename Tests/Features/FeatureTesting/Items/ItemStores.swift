public import DomainKit
public import ItemsDomain
public import NacreTesting

/// What the behaviours of items are tested on: an empty repository, and the read model that belongs to it.
public struct ItemStores: Sendable {
    /// The repository.
    public let repository: any ItemRepository

    /// The read model that belongs to it.
    public let queries: any ItemQueries

    /// What tells of the changes of the read model.
    public let changes: any ChangeFeed

    /// The clock that says when something happens in the repository.
    public let time: ManualTimeSource

    /// The use cases on both.
    public let items: ItemUseCases

    /// Creates the subject.
    ///
    /// - Parameters:
    ///   - repository: The repository, empty.
    ///   - queries: The read model that belongs to it.
    ///   - changes: What tells of the changes of the read model.
    ///   - time: The clock that says when something happens in the repository.
    public init(
        repository: any ItemRepository, queries: any ItemQueries, changes: any ChangeFeed, time: ManualTimeSource
    ) {
        let storage = ItemStorage(repository: repository, queries: queries, changes: changes)
        self.init(
            storage, items: ItemUseCases(in: storage, ids: RandomIDGenerator(), retry: ConflictRetry(attempts: 100)),
            time: time)
    }

    /// Creates the subject of what somebody has put together.
    ///
    /// - Parameters:
    ///   - storage: Where items are kept, empty.
    ///   - items: The use cases on it.
    ///   - time: The clock that says when something happens.
    public init(_ storage: ItemStorage, items: ItemUseCases, time: ManualTimeSource) {
        repository = storage.repository
        queries = storage.queries
        changes = storage.changes
        self.items = items
        self.time = time
    }
}
