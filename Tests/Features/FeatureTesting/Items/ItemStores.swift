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

    /// The use cases of all items.
    public let items: ItemUseCases

    private let useCases: @Sendable (ItemAccess) -> ItemUseCases

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
        self.init(storage, time: time) {
            ItemUseCases(in: storage, for: $0, ids: RandomIDGenerator(), retry: ConflictRetry(attempts: 100))
        }
    }

    /// Creates the subject from a composed storage.
    ///
    /// - Parameters:
    ///   - storage: The storage of items, empty.
    ///   - time: The repository's clock.
    ///   - useCases: Creates the use cases of the items that an access allows.
    public init(
        _ storage: ItemStorage, time: ManualTimeSource, useCases: @escaping @Sendable (ItemAccess) -> ItemUseCases
    ) {
        repository = storage.repository
        queries = storage.queries
        changes = storage.changes
        self.useCases = useCases
        items = useCases(.all)
        self.time = time
    }

    /// The use cases of the items that an access allows.
    func items(for access: ItemAccess) -> ItemUseCases { useCases(access) }

    /// The use cases of an owner's items.
    func items(of owner: ItemOwner) -> ItemUseCases { useCases(.owner(owner)) }
}
