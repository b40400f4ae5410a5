import AuthDomain
import DomainKit
import FeatureAPI
import FeatureHTTPClient
import Foundation
import ItemsDomain
import ItemsRemote
import ProfileDomain
import ProfileRemote
import Shell
import Testing

@testable import ShellServer

@Suite(.timeLimit(.minutes(25))) struct RemoteRepositoryTests {
    @Test func `a user sees and changes the user's items alone, also with the scope of another`() async throws {
        try await RemoteKernel.run { kernel in
            let (ada, bob) = (ItemOwner.fresh, ItemOwner.fresh)
            let mine = ItemStorage.remote(kernel.client(of: ada))
            let id = ItemID(UUID())
            _ = try await mine.repository.save([.created(name: "one")], for: id, expecting: 0)
            #expect(try await mine.queries.item(id)?.owner == ada)

            let theirs = kernel.client(of: bob)
            #expect(try await ItemStorage.remote(theirs).queries.item(id) == nil)
            for scope in [ItemScope.all, .owner(ada)] {
                let others = ItemStorage.remote(theirs, scope: scope)
                let attempts: [@Sendable () async throws -> Void] = [
                    { _ = try await others.queries.item(id) },
                    { _ = try await others.queries.items(after: nil, limit: 1, includingDeleted: false) },
                    { _ = try await others.repository.load(id) },
                    { _ = try await others.repository.save([.renamed(name: "two")], for: id, expecting: 1) },
                    { try await others.changes.waitForChange(after: 0) },
                ]
                for attempt in attempts {
                    let error = await #expect(throws: APIError.self) { try await attempt() }
                    #expect(error?.problem?.code == "notAllowed")
                }
            }
            #expect(try await mine.repository.load(id).version == 1)
        }
    }

    @Test func `a user sees and changes the user's profile alone, and lists none`() async throws {
        try await RemoteKernel.run { kernel in
            let (ada, bob) = (ItemOwner.fresh, ItemOwner.fresh)
            let mine = ProfileStorage.remote(kernel.client(of: ada))
            let user = try UserID(ada.description)
            let event = ProfileEvent.identityCompleted(screenName: "Ada", birthday: "1990-12-10")
            #expect(try await mine.repository.save([event], for: user, expecting: 0) == 1)
            #expect(try await mine.queries.profile(user)?.screenName == "Ada")

            let theirs = ProfileStorage.remote(kernel.client(of: bob))
            let attempts: [@Sendable () async throws -> Void] = [
                { _ = try await theirs.queries.profile(user) }, { _ = try await theirs.repository.load(user) },
                {
                    _ = try await theirs.repository.save(
                        [.birthdayCorrected(to: "1990-12-11")], for: user, expecting: 1)
                },
                { _ = try await theirs.queries.profiles(after: nil, limit: 1) },
                { _ = try await mine.queries.profiles(after: nil, limit: 1) },
            ]
            for attempt in attempts {
                let error = await #expect(throws: APIError.self) { try await attempt() }
                #expect(error?.problem?.code == "notAllowed")
            }
            #expect(try await mine.repository.load(user).version == 1)
        }
    }

    @Test func `several changes take effect together or not at all, and a conflict names the present version`()
        async throws
    {
        try await RemoteKernel.run { kernel in
            let client = kernel.client(of: .fresh)
            let items = ItemStorage.remote(client).repository
            let id = ItemID(UUID())
            let refused: [ItemEvent] = [.created(name: "one"), .deleted, .completed]
            let error = await #expect(throws: ItemError.self) {
                _ = try await items.save(refused, for: id, expecting: 0)
            }
            #expect(error?.code == .deleted)
            let untouched = try await items.load(id)
            #expect(untouched.version == 0)
            let version = try await items.save([.created(name: "one"), .completed], for: id, expecting: 0)
            #expect(version == 2)
            let late: [ItemEvent] = [.renamed(name: "two")]
            let conflict = await #expect(throws: ConcurrencyConflict.self) {
                _ = try await items.save(late, for: id, expecting: 1)
            }
            #expect(conflict == ConcurrencyConflict(stream: "item-\(id)", expected: 1, actual: 2))
        }
    }

    @Test func `a change whose answer is lost is sent again, happens once, and is no conflict`() async throws {
        let carriers = AsyncStream.makeStream(of: LosingTransport.self)
        let carrier: @Sendable (any HTTPTransport) -> any HTTPTransport = { transport in
            let losing = LosingTransport(transport)
            carriers.continuation.yield(losing)
            return losing
        }
        try await RemoteKernel.run(over: carrier) { kernel in
            var iterator = carriers.stream.makeAsyncIterator()
            let losing = try #require(await iterator.next())
            let items = ItemStorage.remote(kernel.client(of: .fresh)).repository
            let id = ItemID(UUID())
            let created = try await items.save([.created(name: "one"), .completed], for: id, expecting: 0)
            let reopened = try await items.save([.reopened], for: id, expecting: 2)
            let loaded = try await items.load(id)
            #expect([created, reopened, loaded.version] == [2, 3, 3])
            #expect(losing.lost == 2)
        }
    }

    @Test func `a key that was used for other changes is refused`() async throws {
        try await RemoteKernel.run { kernel in
            let token = AccountsInTokens.token(of: UUID())
            let id = ItemID(UUID())
            func send(_ events: [ItemEvent], at version: UInt64) async throws -> APIResponse {
                var request = try ItemEndpoints.revise.request(ItemParameters(id), ItemChangesMessage(events))
                request.fields["if-match"] = "\(EntityTag(version))"
                request.fields["idempotency-key"] = "k"
                request.fields["authorization"] = "Bearer \(token.text)"
                return try await kernel.transport.exchange(request, timeout: .seconds(30))
            }
            let first = try await send([.created(name: "one"), .completed], at: 0)
            let again = try await send([.created(name: "one"), .completed], at: 0)
            #expect(first.status == 200 && again.status == 200)
            #expect(again.fields["etag"] == "\"v2\"")
            let other = try await send([.created(name: "two"), .completed], at: 0)
            expect(other, 422, "idempotencyKeyReused")
        }
    }

    @Test func `without a session, and without a server, the domain's errors say so`() async throws {
        try await RemoteKernel.run { kernel in
            let error = await #expect(throws: ItemError.self) {
                try await ItemStorage.remote(kernel.client(nil)).repository.load(ItemID(UUID()))
            }
            #expect(error?.code == .sessionExpired)
            let profileError = await #expect(throws: ProfileError.self) {
                try await ProfileStorage.remote(kernel.client(nil)).repository.load(UserID("ada"))
            }
            #expect(profileError?.code == .sessionExpired)
        }
        // Nothing listens on port 1.
        let transport = HTTPClientTransport(to: try ServerAddress("http://127.0.0.1:1"))
        let client = APIClient(
            over: transport, session: FixedSession(), options: .init(retry: RetryPolicy(attempts: 1)))
        let error = await #expect(throws: ItemError.self) {
            try await ItemStorage.remote(client).repository.save([.completed], for: ItemID(UUID()), expecting: 1)
        }
        #expect(error?.code == .networkUnreachable)
        #expect((error?.cause as? APIError)?.code == .networkUnreachable)
        try await transport.shutdown()
    }

    @Test func `changes are signaled to the one whom they concern`() async throws {
        try await RemoteKernel.run { kernel in
            let (ada, bob) = (ItemOwner.fresh, ItemOwner.fresh)
            let (mine, theirs) = (
                ItemStorage.remote(kernel.client(of: ada)), ItemStorage.remote(kernel.client(of: bob))
            )
            // The first signal of a connection says that changes may have been missed.
            try await mine.changes.waitForChange(after: 0)
            #expect(try await mine.changes.mark() == 1)
            _ = try await theirs.repository.save([.created(name: "one")], for: ItemID(UUID()), expecting: 0)
            _ = try await mine.repository.save([.created(name: "two")], for: ItemID(UUID()), expecting: 0)
            try await mine.changes.waitForChange(after: 1)
            #expect(try await mine.changes.mark() == 2)
        }
    }
}
