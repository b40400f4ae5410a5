public import DomainKit
import FeatureTesting
public import ItemsDomain
import ItemsPresentation
import NacreTesting
public import PresentationTesting

extension MockUseCase: ItemCreating where Input == NewItem, Output == ItemDetails {}
extension MockUseCase: ItemRenaming where Input == NewItemName, Output == ItemDetails {}
extension MockUseCase: ItemCompleting where Input == ItemID, Output == ItemDetails {}
extension MockUseCase: ItemReopening where Input == ItemID, Output == ItemDetails {}
extension MockUseCase: ItemDeleting where Input == ItemID, Output == ItemDetails {}
extension MockUseCase: ItemRestoring where Input == ItemID, Output == ItemDetails {}
extension MockUseCase: ItemHistoryFetching where Input == ItemID, Output == [ItemHistoryEntry] {}
extension MockObservation: ItemListObserving where Input == ItemPageRequest, Value == Page<ItemDetails> {}
extension MockObservation: ItemObserving where Input == ItemID, Value == ItemDetails? {}

/// The use cases of the items' screens, over items in memory, which wait and fail when a test says so.
struct ItemMocks: ItemListUseCases, ItemShowingUseCases {
    /// The same items as another session changes them.
    let others: ItemUseCases

    let creating: MockUseCase<NewItem, ItemDetails>
    let renaming: MockUseCase<NewItemName, ItemDetails>
    let completing: MockUseCase<ItemID, ItemDetails>
    let deleting: MockUseCase<ItemID, ItemDetails>
    let restoring: MockUseCase<ItemID, ItemDetails>
    let telling: MockUseCase<ItemID, [ItemHistoryEntry]>
    let listing: MockObservation<ItemPageRequest, Page<ItemDetails>>
    let showing: MockObservation<ItemID, ItemDetails?>

    /// Where the items are, for events that no use case writes.
    let repository: InMemoryItemRepository

    /// Signals the changes of the items, and counts who waits for them.
    let changes: ChangeSignal

    init() {
        let repository = InMemoryItemRepository(time: ManualTimeSource())
        self.repository = repository
        changes = repository.changes
        let storage = ItemStorage(repository: repository, queries: repository, changes: repository.changes)
        let items = ItemUseCases(in: storage, for: .all, ids: RandomIDGenerator())
        others = items
        creating = MockUseCase { try await items.create($0) }
        renaming = MockUseCase { try await items.rename($0) }
        completing = MockUseCase { try await items.complete($0) }
        deleting = MockUseCase { try await items.delete($0) }
        restoring = MockUseCase { try await items.restore($0) }
        telling = MockUseCase { try await items.fetchHistory($0) }
        listing = MockObservation(following: storage.changes) { try await items.fetchAll($0) }
        showing = MockObservation(following: storage.changes) { try await storage.queries.item($0) }
    }

    var create: any ItemCreating { creating }
    var rename: any ItemRenaming { renaming }
    var complete: any ItemCompleting { completing }
    var reopen: any ItemReopening { others.reopen }
    var delete: any ItemDeleting { deleting }
    var restore: any ItemRestoring { restoring }
    var fetchHistory: any ItemHistoryFetching { telling }
    var observeAll: any ItemListObserving { listing }
    var observe: any ItemObserving { showing }

    /// Returns when a screen waits for changes.
    func isObserved() async throws {
        while changes.waiting == 0 {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    /// Returns when no screen waits for changes any more.
    func isUnobserved() async throws {
        while changes.waiting > 0 {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    /// Erases an item, as with its owner's account.
    func erase(_ id: ItemID) async throws {
        _ = try await repository.save([.erased], for: id, expecting: await repository.load(id).version)
    }

    /// Adds items in another session.
    @discardableResult
    func add(_ names: String...) async throws -> [ItemID] {
        var ids: [ItemID] = []
        for name in names { ids.append(try await others.create(name: name).id) }
        return ids
    }
}

/// What a screen left to its flow.
@MainActor
final class Outcomes<Outcome> {
    private(set) var all: [Outcome] = []

    func report(_ outcome: Outcome) { all.append(outcome) }
}
