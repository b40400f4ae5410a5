public import DomainKit
public import ItemsDomain
public import NacreTesting

/// The subject of the items' behaviours: an empty repository and its read model.
public struct ItemStores: Sendable {
    /// The repository.
    public let repository: any ItemRepository

    /// Its read model.
    public let queries: any ItemQueries

    /// The changes of the read model.
    public let changes: any ChangeFeed

    /// The repository's clock.
    public let time: ManualTimeSource

    /// The use cases on both.
    public let items: ItemUseCases

    /// Creates the subject.
    ///
    /// - Parameters:
    ///   - repository: The repository, empty.
    ///   - queries: Its read model.
    ///   - changes: The changes of the read model.
    ///   - time: The repository's clock.
    public init(
        repository: any ItemRepository, queries: any ItemQueries, changes: any ChangeFeed, time: ManualTimeSource
    ) {
        let storage = ItemStorage(repository: repository, queries: queries, changes: changes)
        self.init(
            storage, items: ItemUseCases(in: storage, ids: RandomIDGenerator(), retry: ConflictRetry(attempts: 100)),
            time: time)
    }

    /// Creates the subject from a composed storage.
    ///
    /// - Parameters:
    ///   - storage: The storage of items, empty.
    ///   - items: The use cases on it.
    ///   - time: The repository's clock.
    public init(_ storage: ItemStorage, items: ItemUseCases, time: ManualTimeSource) {
        repository = storage.repository
        queries = storage.queries
        changes = storage.changes
        self.items = items
        self.time = time
    }
}
