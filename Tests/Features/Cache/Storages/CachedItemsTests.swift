import CacheTesting
import DomainKit
import FeatureCache
import ItemsDomain
import ItemsRemote
import NacreTesting
import TestTraits
import Testing

@Suite(.fewAtOnce, .timeLimit(.minutes(25)))
struct CachedItemsTests {
    private let server = ItemStorage.inMemory()
    private let network = TestNetwork()
    private let time = ManualTimeSource()

    /// The items of a client with a cache of its own.
    private func client(_ cache: any AnswerCache<ItemAnswer> = InMemoryAnswerCache()) -> CachedItems {
        CachedItems(over: server.behind(network), in: cache, options: .testing(time: time))
    }

    private func useCases(_ storage: ItemStorage) -> ItemUseCases {
        ItemUseCases(in: storage, for: .all, ids: RandomIDGenerator())
    }

    @Test(arguments: CacheKind.allCases)
    func `what was read before is read offline, with its age`(kind: CacheKind) async throws {
        try await kind.withCache(of: ItemAnswer.self) { cache in
            let cached = client(cache)
            let items = useCases(cached.storage)
            let milk = try await items.create(name: "Buy milk")
            let page = try await items.fetchAll()
            #expect(try await items.fetch(milk.id) == milk)
            network.set(.cut)
            let now = time.advance(by: .seconds(60))
            #expect(try await items.fetch(milk.id) == milk)
            #expect(try await items.fetchAll() == page)
            let (item, list) = try await (cached.item(milk.id), cached.items())
            #expect(item.value == milk)
            #expect(item.age(at: now) == .seconds(60))
            #expect(list.value == page)
            #expect(list.age(at: now) == .seconds(60))
            #expect(!item.isFromServer && !list.isFromServer)
            await cached.shutdown()
        }
    }

    @Test
    func `offline, changes fail with the network's error, and the cache stays`() async throws {
        let items = useCases(client().storage)
        let milk = try await items.create(name: "Buy milk")
        network.set(.cut)
        await #expect(throws: TestNetwork.Unreachable.self) { try await items.rename(milk.id, to: "Buy tea") }
        await #expect(throws: TestNetwork.Unreachable.self) { try await items.create(name: "Buy tea") }
        #expect(try await items.fetch(milk.id) == milk)
        network.set(.open)
        #expect(try await items.fetchAll().elements == [milk])
    }

    @Test
    func `decisions do not use the cache`() async throws {
        let storage = client().storage
        let (mine, others) = (useCases(storage), useCases(server))
        let milk = try await mine.create(name: "Buy milk")
        _ = try await others.delete(milk.id)
        let error = await #expect(throws: ItemError.self) { try await mine.complete(milk.id) }
        #expect(error?.code == .deleted)
        network.set(.cut)
        await #expect(throws: TestNetwork.Unreachable.self) { try await storage.repository.load(milk.id) }
    }

    @Test
    func `after the client's own change, an older list is not shown, not even offline`() async throws {
        let cached = client()
        let items = useCases(cached.storage)
        _ = try await items.fetchAll()
        let milk = try await items.create(name: "Buy milk")
        network.set(.cut)
        #expect(try await items.fetch(milk.id) == milk)
        await #expect(throws: TestNetwork.Unreachable.self) { try await items.fetchAll() }
    }

    @Test
    func `two clients of one server see each other's changes`() async throws {
        let (ada, bob) = (useCases(client().storage), useCases(client().storage))
        var seen = ada.observeAll().makeAsyncIterator()
        #expect(try await seen.next()?.elements == [])
        let milk = try await bob.create(name: "Buy milk")
        #expect(try await seen.next()?.elements == [milk])
        let tea = try await ada.rename(milk.id, to: "Buy tea")
        #expect(try await bob.fetch(milk.id) == tea)
        #expect(try await seen.next()?.elements == [tea])
    }

    @Test
    func `the limited storage of an owner uses the cache too`() async throws {
        let owner = ItemOwner(high: 1, low: 2)
        let items = ItemUseCases(in: client().storage, for: .owner(owner), ids: RandomIDGenerator())
        let milk = try await items.create(name: "Buy milk")
        #expect(try await items.fetchAll().elements == [milk])
        network.set(.cut)
        #expect(try await items.fetchAll().elements == [milk])
        var seen = items.observeAll().makeAsyncIterator()
        #expect(try await seen.next()?.elements == [milk])
    }
}
