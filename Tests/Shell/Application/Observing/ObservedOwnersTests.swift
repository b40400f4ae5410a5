import DomainKit
import ItemsDomain
import NacreTesting
import ProfileDomain
import Synchronization
import TestTraits
import Testing

@testable import Shell

/// The items of owners, observed by many.
@Suite(.fewAtOnce, .timeLimit(.minutes(25))) struct ObservedOwnersTests {
    private func owners(_ count: Int) -> [ItemOwner] { (0..<count).map { _ in ItemOwner(RandomIDGenerator().next()) } }

    @Test(arguments: 1...5)
    func `each observer arrives at what the query answers, while others write`(round: Int) async throws {
        let store = try TemporaryStore()
        try await store.withApplication { application in
            let owners = owners(4)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for owner in owners {
                    let items = application.items(for: .owner(owner))
                    // The first item of an owner counts the changes; the last one says that they are over.
                    for _ in 0..<3 { group.addTask { try await Self.follow(items.observeAll()) } }
                    group.addTask { try await Self.write(items) }
                }
                try await group.waitForAll()
            }
            #expect(try await application.items.fetchAll().elements.count == 2 * owners.count)
        }
    }

    /// Renames an item often, and then adds another one.
    @concurrent private static func write(_ items: ItemUseCases) async throws {
        let item = try await items.create(name: "0")
        for number in 1...50 { _ = try await items.rename(item.id, to: "\(number)") }
        _ = try await items.create(name: "over")
    }

    /// Follows an owner's items up to the last one.
    @concurrent private static func follow(_ values: LiveValues<Page<ItemDetails>>) async throws {
        var version: UInt64 = 0
        for try await page in values {
            guard let item = page.elements.first else { continue }
            #expect(item.version >= version)
            version = item.version
            guard page.elements.count == 2 else { continue }
            #expect(item.name == "50")
            return
        }
    }

    @Test func `a change runs no queries for the observers of other owners`() async throws {
        try await withObserved { observed in
            let (ada, bob) = (owners(1)[0], owners(1)[0])
            let item = try await observed.items(of: ada).create(name: "0")
            let other = try await observed.items(of: bob).create(name: "0")
            var (adas, bobs) = (observed.live(ada), observed.live(bob))
            _ = try await adas.next()
            _ = try await bobs.next()
            let told = Task { [bobs] in
                var bobs = bobs
                return try await bobs.next()
            }
            for number in 1...20 {
                _ = try await observed.items(of: ada).rename(item.id, to: "\(number)")
                #expect(try await adas.next()?.elements.first?.name == "\(number)")
            }
            #expect(observed.queries.count(of: bob) == 1)
            _ = try await observed.items(of: bob).complete(other.id)
            #expect(try await told.value?.elements.first?.isCompleted == true)
            #expect(observed.queries.count(of: bob) == 2)
        }
    }

    @Test func `a query that fails ends its own observation only`() async throws {
        try await withObserved { observed in
            let (ada, bob) = (owners(1)[0], owners(1)[0])
            var (adas, bobs) = (observed.live(ada), observed.live(bob))
            _ = try await adas.next()
            _ = try await bobs.next()
            observed.queries.fail(for: ada)
            _ = try await observed.items(of: ada).create(name: "one")
            await #expect(throws: CountedQueries.Unreadable.self) { try await adas.next() }
            let item = try await observed.items(of: bob).create(name: "one")
            #expect(try await bobs.next()?.elements == [item])
        }
    }

    @Test func `an observer of all items receives the changes of each owner's and of those without one`() async throws {
        let application = try Application.inMemory()
        var pages = application.items.observeAll().makeAsyncIterator()
        #expect(try await pages.next()?.elements == [])
        for items in [application.items(for: .owner(owners(1)[0])), application.items] {
            let item = try await items.create(name: "one")
            #expect(try await pages.next()?.elements.last == item)
        }
        await application.close()
    }

    @Test func `a change of a profile wakes the observers of its user`() async throws {
        let application = try Application.inMemory()
        let (ada, bob) = (try UserID("ada"), try UserID("bob"))
        let runs = Mutex(0)
        let mark = try await application.profileChanges(of: ada).mark()
        var profiles = application.profiles.observe(ada).makeAsyncIterator()
        #expect(try await profiles.next() == .some(nil))
        let told = Task { [profiles] in
            var profiles = profiles
            return try await profiles.next()
        }
        let waiting = Task {
            try await application.profileChanges(of: bob).waitForChange(after: mark)
            runs.withLock { $0 += 1 }
        }
        _ = try await application.profiles.completeIdentity(user: "ada", screenName: "Ada", birthday: "1990-12-10")
        #expect(try await told.value??.screenName == "Ada")
        #expect(runs.withLock { $0 } == 0)
        _ = try await application.profiles.completeIdentity(user: "bob", screenName: "Bob", birthday: "1990-12-10")
        try await waiting.value
        await application.close()
    }

    private func withObserved(_ body: (ObservedItems) async throws -> Void) async throws {
        let application = try Application.inMemory()
        try await body(ObservedItems(application))
        await application.close()
    }
}

/// The items of an application, whose queries are counted.
private struct ObservedItems {
    let queries: CountedQueries
    private let storage: ItemStorage

    init(_ application: Application) {
        let base = application.itemStorage
        queries = CountedQueries(base: base.queries)
        storage = ItemStorage(
            repository: base.repository, queries: base.queries, changes: base.changes,
            changesOfOwner: { base.changes(of: $0) }, observedQueries: queries)
    }

    func items(of owner: ItemOwner) -> ItemUseCases {
        ItemUseCases(in: storage, for: .owner(owner), ids: RandomIDGenerator())
    }

    func live(_ owner: ItemOwner) -> LiveValues<Page<ItemDetails>>.Iterator {
        items(of: owner).observeAll().makeAsyncIterator()
    }
}

/// Counts the queries of owners' items, and lets some fail.
private final class CountedQueries: ItemQueries {
    struct Unreadable: Error {}

    private let base: any ItemQueries
    private let counts = Mutex<[ItemOwner: Int]>([:])
    private let failing = Mutex<Set<ItemOwner>>([])

    init(base: any ItemQueries) { self.base = base }

    func count(of owner: ItemOwner) -> Int { counts.withLock { $0[owner, default: 0] } }

    func fail(for owner: ItemOwner) { failing.withLock { _ = $0.insert(owner) } }

    func item(_ id: ItemID) async throws -> ItemDetails? { try await base.item(id) }

    func items(after cursor: PageCursor?, limit: Int, includingDeleted: Bool) async throws -> Page<ItemDetails> {
        try await base.items(after: cursor, limit: limit, includingDeleted: includingDeleted)
    }

    func items(
        of owner: ItemOwner, after cursor: PageCursor?, limit: Int, includingDeleted: Bool
    ) async throws -> Page<ItemDetails> {
        counts.withLock { $0[owner, default: 0] += 1 }
        guard failing.withLock({ !$0.contains(owner) }) else { throw Unreadable() }
        return try await base.items(of: owner, after: cursor, limit: limit, includingDeleted: includingDeleted)
    }
}
