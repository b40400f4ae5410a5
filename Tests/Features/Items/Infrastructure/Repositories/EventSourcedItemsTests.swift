import DomainKit
import FeatureTesting
import ItemsDomain
import ItemsInfrastructure
import Nacre
import NacreTesting
import Testing

@Suite
struct EventSourcedItemsTests {
    @Test(.timeLimit(.minutes(25)), arguments: ItemBehaviours.all)
    func `event-sourced in-memory items keep the repository's rules`(_ behaviour: Behaviour<ItemStores>) async throws {
        let items = EventSourcedItems(time: ManualTimeSource())
        try await behaviour.verify(on: items.stores)
    }

    @Test
    func `loading an item counts all events in its stream, foreign ones included`() async throws {
        let items = EventSourcedItems()
        let id = try ItemID(parsing: "4a07d6c8-0f5e-4e0c-9b1a-2f7c1d3e5a6b")
        _ = try await items.stores.repository.save([.created(name: "one")], for: id, expecting: 0)
        try await items.store.append([EventData(type: "FileModified", data: [])], to: "item-\(id)")
        let loaded = try await items.stores.repository.load(id)
        #expect(loaded.version == 2)
        #expect(loaded.state == .present(name: "one", isCompleted: false))
        #expect(try await items.stores.items.rename(id, to: "two").version == 3)
    }

    @Test
    func `an item with an unreadable history is not loaded`() async throws {
        let items = EventSourcedItems()
        let id = try ItemID(parsing: "4a07d6c8-0f5e-4e0c-9b1a-2f7c1d3e5a6b")
        try await items.store.append([EventData(type: "ItemCreated", data: Array("{}".utf8))], to: "item-\(id)")
        let error = await #expect(throws: EventDecodingError.self) { try await items.stores.repository.load(id) }
        #expect(error?.code == .missingField)
        #expect(error?.position == 1)
    }

    @Test
    func `a change is answered from the item's events, also while the projection is halted`() async throws {
        let items = EventSourcedItems(answersFromEvents: true)
        let item = try await items.stores.items.create(name: "one")
        #expect(try await items.stores.items.fetch(item.id) == item)
        try await items.store.append(
            [EventData(type: "ItemCreated", data: Array("{}".utf8))], to: "item-7d1e0a52-93c4-4b7f-8a06-5e2c1f9b3d48")
        await #expect(throws: EventStoreError.self) { try await items.stores.queries.item(item.id) }
        items.stores.time.advance(by: .seconds(1))
        let renamed = try await items.stores.items.rename(item.id, to: "two")
        #expect(renamed.name == "two")
        #expect(renamed.version == 2)
        #expect(renamed.createdAt == item.createdAt)
        #expect(renamed.updatedAt == items.stores.time.now())
    }

    @Test
    func `a change of an item with many events is answered from the read model`() async throws {
        let items = EventSourcedItems(answersFromEvents: true)
        let item = try await items.stores.items.create(name: "one")
        for count in 2...32 {
            let repository = items.stores.repository
            _ = try await repository.save([.renamed(name: "\(count)")], for: item.id, expecting: UInt64(count - 1))
            #expect(try await repository.details(of: item.id, at: UInt64(count))?.name == "\(count)")
        }
        #expect(try await items.stores.items.rename(item.id, to: "last").name == "last")
        #expect(try await items.stores.repository.details(of: item.id, at: 33) == nil)
    }

    @Test
    func `the events of one command share one time and one commit`() async throws {
        let items = EventSourcedItems()
        let id = try ItemID(parsing: "4a07d6c8-0f5e-4e0c-9b1a-2f7c1d3e5a6b")
        let time = items.stores.time.advance(by: .seconds(1))
        _ = try await items.stores.repository.save([.created(name: "one"), .completed], for: id, expecting: 0)
        let events = try await items.store.readLog().collect()
        #expect(events.map(\.time) == [time, time])
        #expect(events.map(\.isLastOfCommit) == [false, true])
    }
}

/// Event-sourced items on an in-memory store.
struct EventSourcedItems {
    let store = InMemoryEventStore()
    let models = InMemoryReadModelStore()
    let runner: ProjectionRunner
    let storage: ItemStorage
    let stores: ItemStores

    init(time: ManualTimeSource = ManualTimeSource(), answersFromEvents: Bool = false) {
        runner = ProjectionRunner(projection: ItemsProjection(), store: store, models: models)
        storage = ItemStorage(
            repository: EventSourcedItemRepository(
                store: store, time: time, answersFromEvents: answersFromEvents),
            queries: ProjectedItems(in: models, updatedBy: runner),
            changes: LogChanges(of: store, matching: ItemsProjection().query))
        stores = ItemStores(
            repository: storage.repository, queries: storage.queries, changes: storage.changes, time: time)
    }
}
