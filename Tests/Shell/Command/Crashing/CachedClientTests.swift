import AuthDomain
import AuthRemote
import CacheTesting
import DomainKit
import FeatureAPI
import FeatureCache
import FeatureHTTPClient
import ItemsDomain
import ItemsRemote
import NacreTesting
import TestFolders
import TestTraits
import Testing

/// Kills a server with `SIGKILL` and starts it again, while a client with a cache reads, observes and changes items.
@Suite(.fewAtOnce, .serialized, .timeLimit(.minutes(25))) struct CachedClientTests {
    private let time = ManualTimeSource()

    @Test(arguments: CacheKind.allCases)
    func `while the server is gone, answers are kept ones with their age; afterwards they are new`(
        _ kind: CacheKind
    ) async throws {
        try await Self.withServer { server, client in
            try await kind.withCache(of: ItemAnswer.self) { cache in
                let cached = CachedItems(
                    over: .remote(client), in: cache,
                    options: .remote(
                        account: { "ada" }, patience: .seconds(3600), reconnectPause: .milliseconds(10), time: time))
                let (mine, others) = (Self.items(in: cached.storage), Self.items(in: .remote(client)))
                let milk = try await mine.create(name: "Buy milk")
                let page = try await mine.fetchAll()
                #expect(page.elements == [milk])
                var seen = mine.observeAll().makeAsyncIterator()
                #expect(try await seen.next() == page)

                try await server.kill()
                let now = time.advance(by: .seconds(90))
                let (item, list) = try await (cached.item(milk.id), cached.items())
                #expect(item.value == milk && list.value == page)
                #expect(item.age(at: now) == .seconds(90) && list.age(at: now) == .seconds(90))
                #expect(!item.isFromServer && !list.isFromServer)
                #expect(try await mine.fetchAll() == page)
                let bread = ItemID(RandomIDGenerator().next())
                for error in [
                    await #expect(throws: ItemError.self) { try await mine.create(name: "Buy bread", id: bread) },
                    await #expect(throws: ItemError.self) { try await mine.rename(milk.id, to: "Buy tea") },
                    await #expect(throws: ItemError.self) { try await others.fetchAll() },
                ] { #expect(error?.code == .networkUnreachable) }

                try await server.start()
                let tea = try await others.create(name: "Buy tea")
                // Nothing but the change feed tells the observer.
                var latest: Page<ItemDetails>?
                repeat { latest = try await seen.next() } while latest?.elements.count == 1
                #expect(latest?.elements == [milk, tea])
                #expect(try await cached.items().isFromServer)
                // The changes that failed are not made later.
                #expect(try await mine.fetchAll().elements == [milk, tea])
                #expect(try await others.fetchAll().elements == [milk, tea])
                await cached.shutdown()
            }
        }
    }

    private static func items(in storage: ItemStorage) -> ItemUseCases {
        ItemUseCases(in: storage, for: .all, ids: RandomIDGenerator())
    }

    /// Runs a test on a server, with a client that is signed in.
    private static func withServer(_ test: (ServerProcess, APIClient) async throws -> Void) async throws {
        let server = ServerProcess(in: try TemporaryFolder())
        try await server.start()
        let transport = HTTPClientTransport(to: try ServerAddress("http://127.0.0.1:\(await server.port)"))
        do {
            let accounts = AuthUseCases.remote(over: transport)
            let (email, password) = ("ada@example.com", "a long and odd password")
            try await accounts.register(NewAccount(email: email, password: Password(password)))
            let signedIn = try await accounts.signIn(email: email, password: Password(password))
            let client = APIClient(
                over: transport, session: FixedSession(SessionToken(signedIn.token.text)),
                options: .init(
                    retry: RetryPolicy(firstDelay: .milliseconds(10), longestDelay: .milliseconds(100))))
            try await test(server, client)
        } catch {
            try await server.kill()
            try await transport.shutdown()
            throw error
        }
        try await server.kill()
        try await transport.shutdown()
    }
}
