import DomainKit
import ItemsDomain
import Kernel
import Nacre
import NacreTesting
import ProfileDomain
import Testing

/// What the kernel stands on is what was handed in.
@Suite
struct OverrideTests {
    /// A consumer that needs one use case, and knows of no other.
    private struct AddButton {
        let create: any ItemCreating
        let name: String

        func tapped() async throws -> ItemDetails { try await create(name: name) }
    }

    /// Creates nothing, and tells what it was asked.
    private struct Refusing: ItemCreating {
        func callAsFunction(_ input: NewItem) async throws -> ItemDetails {
            throw ItemError(code: .alreadyExists, id: input.id)
        }
    }

    @Test
    func `a consumer takes the one use case that it needs, the kernel's or another`() async throws {
        let kernel = Kernel.inMemory()
        let added = try await AddButton(create: kernel.items.create, name: "Buy milk").tapped()
        #expect(try await kernel.items.fetchAll().elements == [added])
        let error = await #expect(throws: ItemError.self) {
            try await AddButton(create: Refusing(), name: "Buy milk").tapped()
        }
        #expect(error?.code == .alreadyExists)
        await kernel.close()
    }

    @Test
    func `times are those of the clock, identities those of the generator`() async throws {
        let (clock, ids) = (ManualTimeSource(), SequentialIDGenerator())
        let kernel = Kernel.inMemory(options: .init(timeSource: clock, idGenerator: ids))
        let noon = clock.advance(by: .seconds(43_200))
        let item = try await kernel.items.create(name: "Buy milk")
        #expect(item.id == ItemID(ids.id(1)))
        #expect(item.createdAt == noon)
        #expect(try await kernel.store.event(at: 1).recordedAt == noon)
        await kernel.close()
    }

    @Test
    func `a store that fails fails the use case, and one that others write to faster is met by deciding again`()
        async throws
    {
        let store = FaultyEventStore(InMemoryEventStore())
        let kernel = Kernel(on: store)
        let item = try await kernel.items.create(name: "Buy milk")
        store.precedeAppend(with: Commit([EventData(type: "Noticed", data: [])], to: "item-\(item.id)"))
        #expect(try await kernel.items.complete(item.id).version == 3)
        store.failAppend(with: .notWritten)
        let error = await #expect(throws: EventStoreError.self) { try await kernel.items.reopen(item.id) }
        #expect(error?.code == .appendsStopped)
        await kernel.close()
    }

    @Test
    func `how often it is decided again is the caller's to say`() async throws {
        let store = FaultyEventStore(InMemoryEventStore())
        var options = Kernel.Options()
        options.conflictRetry = ConflictRetry(attempts: 2)
        let kernel = Kernel(on: store, options: options)
        store.failEveryAppend(with: .conflict)
        await #expect(throws: ConcurrencyConflict.self) { try await kernel.items.create(name: "Buy milk") }
        store.recover()
        store.failAppend(1, with: .conflict)
        #expect(try await kernel.items.create(name: "Buy milk").version == 1)
        store.failAppend(1, with: .conflict)
        store.failAppend(2, with: .conflict)
        await #expect(throws: ConcurrencyConflict.self) { try await kernel.items.create(name: "Buy tea") }
        await kernel.close()
    }

    @Test
    func `a feature that is kept in memory leaves the log alone, and the others to it`() async throws {
        var options = Kernel.Options()
        options.itemStorage = .inMemory()
        let kernel = Kernel.inMemory(options: options)
        let item = try await kernel.items.create(name: "Buy milk")
        #expect(try await kernel.items.fetch(item.id) == item)
        #expect(try await kernel.reads.items.fetchAll().elements == [item])
        #expect(try await kernel.store.head() == 0)
        _ = try await kernel.profiles.completeIdentity(user: "ada", screenName: "Ada", birthday: "1990-12-10")
        #expect(try await kernel.store.head() == 1)
        await kernel.close()
    }

    @Test
    func `read models that were handed in are those that are kept`() async throws {
        let models = InMemoryReadModelStore()
        let store = InMemoryEventStore()
        let kernel = Kernel(on: store, models: models)
        _ = try await kernel.items.create(name: "Buy milk")
        try await kernel.catchUp()
        #expect(try models.read("items") { try $0.state()?.checkpoint.position } == 1)
        let error = await #expect(throws: EventStoreError.self) { try await kernel.backup(to: "/nowhere") }
        #expect(error?.code == .invalidArgument)
        await kernel.close()
        await #expect(throws: EventStoreError.self) { try await store.head() }
    }
}
