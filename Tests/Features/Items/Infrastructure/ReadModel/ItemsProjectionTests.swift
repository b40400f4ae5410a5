import DomainKit
import FeatureTesting
import ItemsDomain
import ItemsInfrastructure
import Nacre
import NacreTesting
import TestRandomness
import Testing

@Suite
struct ItemsProjectionTests {
    private let items = EventSourcedItems()
    private let id = "4a07d6c8-0f5e-4e0c-9b1a-2f7c1d3e5a6b"

    private func append(_ type: EventType, _ json: String = "{}", to stream: StreamName) async throws {
        let schema = json.contains("owner") ? 2 : 1
        try await items.store.append([EventData(type: type, schema: schema, data: Array(json.utf8))], to: stream)
    }

    private var queries: any ItemQueries { items.stores.queries }

    @Test
    func `foreign event types only advance the version`() async throws {
        let time = Instant(nanosecondsSince1970: 1_492_686_794_000_000_000, decimals: 0)
        try await items.store.append(
            [EventData(type: "ItemCreated", time: time, data: Array(#"{"name":"one"}"#.utf8))], to: "item-\(id)")
        try await append("FileModified", "not JSON", to: "item-\(id)")
        let item = try #require(try await queries.item(ItemID(parsing: id)))
        #expect(item.version == 2)
        #expect(item.updatedAt == time)
        #expect(item.updatedAt.description == "2017-04-20T11:13:14Z")
    }

    @Test
    func `an item whose stream begins with foreign events exists once it is created`() async throws {
        try await append("FileModified", to: "item-\(id)")
        #expect(try await queries.item(ItemID(parsing: id)) == nil)
        try await append("ItemCreated", #"{"name":"one"}"#, to: "item-\(id)")
        #expect(try await queries.item(ItemID(parsing: id))?.version == 2)
    }

    @Test(arguments: [
        "items-4a07d6c8-0f5e-4e0c-9b1a-2f7c1d3e5a6b", "4a07d6c8-0f5e-4e0c-9b1a-2f7c1d3e5a6b",
        "profile-4a07d6c8-0f5e-4e0c-9b1a-2f7c1d3e5a6b", "item-4A07d6c8-0f5e-4e0c-9b1a-2f7c1d3e5a6b", "item-1", "item",
        "item-4a07d6c8-0f5e-4e0c-9b1a-2f7c1d3e5a6b-2", "item-\u{301}4a07d6c8-0f5e-4e0c-9b1a-2f7c1d3e5a6b",
    ])
    func `item event types in other streams are ignored`(stream: String) async throws {
        try await append("ItemCreated", "not JSON", to: StreamName(stream))
        let page = try await queries.items(after: nil, limit: 10, includingDeleted: true)
        #expect(page.elements.isEmpty)
    }

    @Test
    func `undecodable data halts the projection before it, and earlier items are shown`() async throws {
        let outcome = try await ItemsProjection()
            .given("item-\(id)", [.created(name: "one")], by: ItemEvent.codec)
            .given("item-\(id)", EventData(type: "ItemRenamed", data: Array(#"{"name":null}"#.utf8)))
            .thenHalts(at: 2)
        #expect(outcome.halt?.cause is EventDecodingError)
        try outcome.thenRows("item \(id) was created at position 1", in: 1)
    }

    @Test
    func `the read model equals the repository, for any history of items`() async throws {
        var random = SeededGenerator(seed: 7)
        let ids = (0..<5).map { _ in ItemID(RandomIDGenerator().next()) }
        for _ in 0..<100 {
            let id = try #require(ids.randomElement(using: &random))
            let types: [(EventType, String)] = [
                ("ItemCreated", #"{"name":"a"}"#),
                ("ItemCreated", #"{"name":"a","owner":"7d1e0a52-93c4-4b7f-8a06-5e2c1f9b3d48"}"#),
                ("ItemRenamed", #"{"name":"b"}"#), ("ItemCompleted", "{}"),
                ("ItemReopened", "{}"), ("FileModified", ""), ("ItemRenamed", #"{"name":"c"}"#),
                ("ItemRestored", "{}"), ("ItemDeleted", "{}"),
            ]
            // Deletion is rare, because little happens to an item until it is restored.
            let count = UInt8.random(in: 0..<20, using: &random) == 0 ? types.count : types.count - 1
            let (type, json) = types[Int.random(in: 0..<count, using: &random)]
            try await append(type, json, to: "item-\(id)")
        }
        for id in ids {
            let loaded = try await items.stores.repository.load(id)
            let shown = try await queries.item(id)
            switch loaded.state {
            case .none, .erased: #expect(shown == nil)
            case .present(let name, let isCompleted, let owner), .deleted(let name, let isCompleted, let owner):
                #expect(shown?.name == name)
                #expect(shown?.owner == owner)
                #expect(shown?.isCompleted == isCompleted)
                #expect(shown?.version == loaded.version)
            }
        }
    }

    @Test
    func `rows are described in words`() async throws {
        try await ItemsProjection()
            .given("item-\(id)", [.created(name: "on\u{1b}e")], by: ItemEvent.codec)
            .given("item-\(id)", [.completed], by: ItemEvent.codec)
            .thenRows(
                """
                item \(id) "on\\u{1b}e", completed, created at position 1 on 2000-01-01T00:00:00Z, updated on \
                2000-01-01T00:00:01Z, version 2
                """, "item \(id) was created at position 1")
        #expect(ItemsProjection().describe(key: [], value: [1], in: 0).contains("cannot be read"))
    }

    @Test
    func `an item with an owner has a row among those of the owner`() async throws {
        try await ItemsProjection()
            .given("item-\(id)", [.created(name: "one", owner: .sample)], by: ItemEvent.codec)
            .given("item-\(id)", [.deleted], by: ItemEvent.codec)
            .thenRows(
                """
                item \(id) "one" of owner 7d1e0a52-93c4-4b7f-8a06-5e2c1f9b3d48, deleted, created at position 1 on \
                2000-01-01T00:00:00Z, updated on 2000-01-01T00:00:01Z, version 2
                """, "item \(id) was created at position 1",
                "owner 7d1e0a52-93c4-4b7f-8a06-5e2c1f9b3d48 has the item that was created at position 1")
        #expect(ItemsProjection().describe(key: [], value: [], in: 2).contains("cannot be read"))
    }

    @Test
    func `a page of an owner reads no row of another's items`() async throws {
        let time = items.stores.time
        let first = try await items.stores.items.create(name: "without an owner")
        let others = ItemUseCases(
            in: items.storage, for: .owner(ItemOwner(high: 1, low: 2)), ids: RandomIDGenerator())
        let mine = ItemUseCases(in: items.storage, for: .owner(.sample), ids: RandomIDGenerator())
        _ = try await others.create(name: "another's")
        let own = try await mine.create(name: "mine")
        _ = try await others.create(name: "another's")
        time.advance(by: .seconds(1))
        _ = try await items.stores.items.fetchAll()
        // Rows that cannot be read: a page that visited them would rebuild the read model.
        for position: Position in [1, 2, 4] {
            try items.models.write("items") { try $0.setValue([1, 2, 3], for: .key(of: position), in: 0) }
        }
        #expect(try await mine.fetchAll(limit: 1) == Page(elements: [own], next: nil))
        for position: Position in [1, 2, 4] {
            #expect(try items.models.read("items") { try $0.value(for: .key(of: position), in: 0) } == [1, 2, 3])
        }
        #expect(try await items.stores.items.fetchAll().elements.map(\.id).first == first.id)
    }

    @Test
    func `a missing row of an owner's item is not passed over: the read model is rebuilt`() async throws {
        let mine = ItemUseCases(in: items.storage, for: .owner(.sample), ids: RandomIDGenerator())
        let own = try await mine.create(name: "mine")
        #expect(try await mine.fetchAll().elements == [own])
        try items.models.write("items") { try $0.removeValue(for: .key(of: 1), in: 0) }
        #expect(try await mine.fetchAll().elements == [own])
    }

    @Test(arguments: [1, 3])
    func `a read model from before items had owners, or were restored, is rebuilt`(schemaVersion: Int) async throws {
        try await append("ItemCreated", #"{"name":"one"}"#, to: "item-\(id)")
        let expected = try await queries.item(ItemID(parsing: id))
        #expect(expected != nil)
        // As a program of before left it, but without its rows: a model that is not rebuilt would show nothing.
        try items.models.write("items") { model in
            let state = try #require(try model.state())
            try model.removeAll()
            try model.setState(ReadModelState(schemaVersion: schemaVersion, checkpoint: state.checkpoint))
        }
        #expect(try await queries.item(ItemID(parsing: id)) == expected)
        #expect(try items.models.read("items") { try $0.state()?.schemaVersion } == 4)
    }

    @Test
    func `a damaged row is not shown: the read model is rebuilt`() async throws {
        try await append("ItemCreated", #"{"name":"one"}"#, to: "item-\(id)")
        let expected = try await queries.item(ItemID(parsing: id))
        try items.models.write("items") { try $0.setValue([1, 2, 3], for: .key(of: 1), in: 0) }
        #expect(try await queries.item(ItemID(parsing: id)) == expected)
        try items.models.write("items") { try $0.removeValue(for: .key(of: 1), in: 0) }
        try await append("ItemCompleted", to: "item-\(id)")
        #expect(try await queries.item(ItemID(parsing: id))?.isCompleted == true)
    }
}
