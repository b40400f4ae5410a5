import DomainKit
import ItemsDomain
import Nacre
import NacreRuntime
import NacreTesting
import ProfileDomain
import Shell
import Testing

/// The application uses the dependencies that it is given.
@Suite
struct OverrideTests {
    /// A consumer that needs one use case and knows no other.
    private struct AddButton {
        let create: any ItemCreating
        let name: String

        func tapped() async throws -> ItemDetails { try await create(name: name) }
    }

    /// Creates nothing, and records its arguments.
    private struct Refusing: ItemCreating {
        func callAsFunction(_ input: NewItem) async throws -> ItemDetails {
            throw ItemError(code: .alreadyExists, id: input.id)
        }
    }

    @Test
    func `a consumer accepts the application's use case or another implementation`() async throws {
        let application = try Application.inMemory()
        let added = try await AddButton(create: application.items.create, name: "Buy milk").tapped()
        #expect(try await application.items.fetchAll().elements == [added])
        let error = await #expect(throws: ItemError.self) {
            try await AddButton(create: Refusing(), name: "Buy milk").tapped()
        }
        #expect(error?.code == .alreadyExists)
        await application.close()
    }

    @Test
    func `times come from the clock and ids from the generator`() async throws {
        let (clock, ids) = (ManualTimeSource(), SequentialIDGenerator())
        let application = try Application.inMemory(time: clock, options: .init(idGenerator: ids))
        let noon = clock.advance(by: .seconds(43_200))
        let item = try await application.items.create(name: "Buy milk")
        #expect(item.id == ItemID(ids.id(1)))
        #expect(item.createdAt == noon)
        #expect(try await application.store.event(at: 1).recordedAt == noon)
        await application.close()
    }

    @Test
    func `an error of the store fails the use case, and a conflict is retried`()
        async throws
    {
        let store = FaultyEventStore(InMemoryEventStore())
        let application = try Application(on: Storage(store: store))
        let item = try await application.items.create(name: "Buy milk")
        store.precedeAppend(with: Commit([EventData(type: "Noticed", data: [])], to: "item-\(item.id)"))
        #expect(try await application.items.complete(item.id).version == 3)
        store.failAppend(with: .notWritten)
        let error = await #expect(throws: EventStoreError.self) { try await application.items.reopen(item.id) }
        #expect(error?.code == .appendsStopped)
        await application.close()
    }

    @Test
    func `the options set how often a use case is retried`() async throws {
        let store = FaultyEventStore(InMemoryEventStore())
        var options = Application.Options()
        options.runtime.conflictRetry = ConflictRetry(attempts: 2)
        let application = try Application(on: Storage(store: store), options: options)
        store.failEveryAppend(with: .conflict)
        var error = await #expect(throws: EventStoreError.self) { try await application.items.create(name: "Buy milk") }
        #expect(error?.code == .conflict)
        store.recover()
        store.failAppend(1, with: .conflict)
        #expect(try await application.items.create(name: "Buy milk").version == 1)
        store.failAppend(1, with: .conflict)
        store.failAppend(2, with: .conflict)
        error = await #expect(throws: EventStoreError.self) { try await application.items.create(name: "Buy tea") }
        #expect(error?.code == .conflict)
        await application.close()
    }

    @Test
    func `a feature in memory writes nothing to the log, and the other features still do`() async throws {
        var options = Application.Options()
        options.itemStorage = .inMemory()
        let application = try Application.inMemory(options: options)
        let item = try await application.items.create(name: "Buy milk")
        #expect(try await application.items.fetch(item.id) == item)
        #expect(try await application.reads.items.fetchAll().elements == [item])
        #expect(try await application.store.head() == 0)
        _ = try await application.profiles.completeIdentity(user: "ada", screenName: "Ada", birthday: "1990-12-10")
        #expect(try await application.store.head() == 1)
        await application.close()
    }

    @Test
    func `the application uses the read models that it is given`() async throws {
        let models = InMemoryReadModelStore()
        let store = InMemoryEventStore()
        let application = try Application(on: Storage(store: store, models: models))
        _ = try await application.items.create(name: "Buy milk")
        try await application.runtime.catchUp()
        #expect(try models.read("items") { try $0.state()?.checkpoint.position } == 1)
        let error = await #expect(throws: EventStoreError.self) { try await application.runtime.backup(to: "/nowhere") }
        #expect(error?.code == .invalidArgument)
        await application.close()
        await #expect(throws: EventStoreError.self) { try await store.head() }
    }
}
