import AuthDomain
import AuthRemote
import DomainKit
import FeatureAPI
import ItemsDomain
import ItemsRemote
import Nacre
import ProfileDomain
import ProfileRemote
import Shell
import Testing

@testable import ShellServer

@Suite(.timeLimit(.minutes(25))) struct IdempotencyTests {
    private static let key = ["idempotency-key": "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"]

    @Test func `a repeated creation gets the first answer and creates nothing`() async throws {
        try await TestServer.run { server in
            let session = try await server.session()
            let first = try await server.call(ItemEndpoints.create, .init(NewItem(name: "one")), as: session, Self.key)
            let again = try await server.call(ItemEndpoints.create, .init(NewItem(name: "one")), as: session, Self.key)
            #expect(again.status == 201)
            #expect(again.body == first.body)
            #expect(again.fields["etag"] == first.fields["etag"])
            #expect(again.fields["location"] == first.fields["location"])
            let other = try await server.call(ItemEndpoints.create, .init(NewItem(name: "two")), as: session, Self.key)
            expect(other, 422, "idempotencyKeyReused")
            #expect(try await server.items(as: session).count == 1)
        }
    }

    @Test func `after a restart, the first answer is rebuilt from the events`() async throws {
        let application = try await Application.open(.inMemory)
        let secrets = InMemorySecretStore()
        let items = Answers()
        try await TestServer.run(on: application, secrets: secrets) { server in
            let session = try await server.session()
            await items.keep(session)
            let new = NewItemMessage(NewItem(name: "  one "))
            let created = try await server.call(ItemEndpoints.create, new, as: session, Self.key)
            let item: ItemMessage = try created.message()
            let one = ItemParameters(try ItemID(parsing: item.id))
            let fields = Self.key.merging(["if-match": "\"v1\""]) { $1 }
            let completed = try await server.call(ItemEndpoints.complete, one, as: session, fields)
            _ = try await server.call(ItemEndpoints.rename, one, .init(name: "new"), as: session, ["if-match": "*"])
            let profile = try await server.call(
                ProfileEndpoints.complete, .init(NewIdentity(user: "", screenName: "Ada", birthday: "1990-12-10")),
                as: session, Self.key)
            await items.keep([created, completed, profile])
        }
        try await TestServer.run(on: application, secrets: secrets) { server in
            let session = try #require(await items.session)
            let first = await items.answers
            let item: ItemMessage = try first[0].message()
            let one = ItemParameters(try ItemID(parsing: item.id))
            let fields = Self.key.merging(["if-match": "\"v1\""]) { $1 }
            let again = [
                try await server.call(ItemEndpoints.create, .init(NewItem(name: "one")), as: session, Self.key),
                try await server.call(ItemEndpoints.complete, one, as: session, fields),
                try await server.call(
                    ProfileEndpoints.complete, .init(NewIdentity(user: "", screenName: "Ada", birthday: "1990-12-10")),
                    as: session, Self.key),
            ]
            for (first, again) in zip(first, again) {
                #expect(again.status == first.status)
                #expect(String(decoding: again.body, as: UTF8.self) == String(decoding: first.body, as: UTF8.self))
                #expect(again.fields["etag"] == first.fields["etag"])
            }
            #expect(try await server.items(as: session).count == 1)
        }
        try await TestServer.run(on: application, secrets: secrets) { server in
            let session = try #require(await items.session)
            let other = try await server.call(ItemEndpoints.create, .init(NewItem(name: "two")), as: session, Self.key)
            expect(other, 422, "idempotencyKeyReused")
        }
        await application.close()
    }

    @Test func `of equal requests at once, to two servers, one creates and all get its answer`() async throws {
        let application = try await Application.open(.inMemory)
        let secrets = InMemorySecretStore()
        try await TestServer.run(on: application, secrets: secrets) { one in
            try await TestServer.run(on: application, secrets: secrets) { two in
                let session = try await one.session()
                for round in 0..<20 {
                    let bodies = try await withThrowingTaskGroup(of: [UInt8].self) { group in
                        for number in 0..<8 {
                            group.addTask {
                                try await (number.isMultiple(of: 2) ? one : two).call(
                                    ItemEndpoints.create, .init(NewItem(name: "item")), as: session,
                                    ["idempotency-key": "round-\(round)"]
                                ).body
                            }
                        }
                        return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
                    }
                    #expect(bodies.count == 1)
                }
                #expect(try await one.items(as: session).count == 20)
            }
        }
        await application.close()
    }

    @Test func `keys of different users and routes do not meet`() async throws {
        try await TestServer.run { server in
            let (ada, bob) = (try await server.session(), try await server.session("bob@example.com"))
            let first = try await server.call(ItemEndpoints.create, .init(NewItem(name: "one")), as: ada, Self.key)
            let second = try await server.call(ItemEndpoints.create, .init(NewItem(name: "one")), as: bob, Self.key)
            #expect(second.status == 201)
            #expect(first.fields["location"] != second.fields["location"])
            let item: ItemMessage = try first.message()
            let one = ItemParameters(try ItemID(parsing: item.id))
            let fields = Self.key.merging(["if-match": "*"]) { $1 }
            #expect(try await server.call(ItemEndpoints.complete, one, as: ada, fields).status == 200)
            #expect(try await server.call(ItemEndpoints.reopen, one, as: ada, fields).status == 200)
        }
    }

    @Test func `a repeated sign-in gets the same session, and a repeated change of the password its answer`()
        async throws
    {
        try await TestServer.run { server in
            let session = try await server.session()
            let credentials = CredentialsMessage(email: "ada@example.com", password: TestServer.password)
            let first = try await server.call(AuthEndpoints.signIn, credentials, as: nil, Self.key)
            let again = try await server.call(AuthEndpoints.signIn, credentials, as: nil, Self.key)
            #expect(first.status == 201)
            #expect(first.body == again.body)
            let other = CredentialsMessage(email: "ada@example.com", password: "other")
            expect(try await server.call(AuthEndpoints.signIn, other, as: nil, Self.key), 422, "idempotencyKeyReused")
            let change = PasswordChangeMessage(current: TestServer.password, password: "another odd password")
            for _ in 0..<2 {
                let answer = try await server.call(AuthEndpoints.changePassword, change, as: session, Self.key)
                #expect(answer.status == 204)
            }
        }
    }

    @Test func `a failed request is not kept`() async throws {
        try await TestServer.run { server in
            let session = try await server.session()
            let item = try await server.item("one", as: session)
            let stale = Self.key.merging(["if-match": "\"v7\""]) { $1 }
            let fresh = Self.key.merging(["if-match": "\"v1\""]) { $1 }
            expect(try await server.call(ItemEndpoints.complete, item, as: session, stale), 412, "staleVersion")
            #expect(try await server.call(ItemEndpoints.complete, item, as: session, fresh).status == 200)
        }
    }

    @Test func `an invalid key is refused`() async throws {
        try await TestServer.run { server in
            let session = try await server.session()
            let answer = try await server.call(
                ItemEndpoints.create, .init(NewItem(name: "one")), as: session, ["idempotency-key": "a b"])
            expect(answer, 422, "invalid")
            #expect(answer.problem?.failures?.map(\.field) == ["Idempotency-Key"])
        }
    }

    @Test func `events have ids of version 5, which name user, route, key and ordinal`() {
        let identity = RequestIdentity(client: "a", route: "POST /v1/items", key: "k")
        let id = identity.eventIDs[0]
        #expect(id.high >> 12 & 0xF == 5)
        #expect(id.low >> 62 == 0b10)
        #expect(identity.eventIDs[0] == id)
        let others = [
            identity.eventIDs[1], RequestIdentity(client: "b", route: "POST /v1/items", key: "k").eventIDs[0],
            RequestIdentity(client: "address 127.0.0.1", route: "POST /v1/items", key: "k").eventIDs[0],
            RequestIdentity(client: "a", route: "POST /v1/profile", key: "k").eventIDs[0],
            RequestIdentity(client: "a", route: "POST /v1/items", key: "l").eventIDs[0],
        ]
        #expect(Set(others + [id]).count == 6)
    }
}

/// Carries answers from one server to the next.
private actor Answers {
    private(set) var session: TestServer.Session?
    private(set) var answers: [APIResponse] = []

    func keep(_ session: TestServer.Session) { self.session = session }

    func keep(_ answers: [APIResponse]) { self.answers = answers }
}

extension TestServer {
    /// The items of an account.
    func items(as session: Session) async throws -> [ItemMessage] {
        try await call(ItemEndpoints.list, ItemPageParameters(), as: session).message(ItemPageMessage.self).items
    }
}
