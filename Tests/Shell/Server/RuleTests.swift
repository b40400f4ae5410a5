import AuthDomain
import AuthRemote
import DomainKit
import FeatureAPI
import FeatureTesting
import InMemoryLogging
import ItemsDomain
import ItemsRemote
import Logging
import Nacre
import NacreRuntime
import ProfileDomain
import ProfileRemote
import Shell
import Testing

@testable import ShellServer

@Suite(.timeLimit(.minutes(25))) struct RuleTests {
    @Test func `a change without If-Match is refused, and with a malformed or another one too`() async throws {
        try await TestServer.run { server in
            let session = try await server.session()
            let item = try await server.item("one", as: session)
            for name in ["rename", "complete", "reopen", "restore", "delete"] {
                func change(_ fields: [String: String]) async throws -> APIResponse {
                    switch name {
                    case "rename":
                        try await server.call(ItemEndpoints.rename, item, .init(name: "two"), as: session, fields)
                    case "complete": try await server.call(ItemEndpoints.complete, item, as: session, fields)
                    case "reopen": try await server.call(ItemEndpoints.reopen, item, as: session, fields)
                    case "restore": try await server.call(ItemEndpoints.restore, item, as: session, fields)
                    default: try await server.call(ItemEndpoints.delete, item, as: session, fields)
                    }
                }
                expect(try await change([:]), 428, "preconditionRequired")
                expect(try await change(["if-match": "v1"]), 400, "invalidPrecondition")
                expect(try await change(["if-match": "\"v2\""]), 412, "staleVersion")
                expect(try await change(["if-match": "W/\"v1\""]), 412, "staleVersion")
            }
            let fetched = try await server.call(ItemEndpoints.fetch, item, as: session)
            #expect(fetched.fields["etag"] == "\"v1\"")
        }
    }

    @Test func `of changes at once with one version, exactly one succeeds`() async throws {
        try await TestServer.run { server in
            let session = try await server.session()
            let item = try await server.item("one", as: session)
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<16 {
                    group.addTask {
                        try await server.call(
                            ItemEndpoints.rename, item, .init(name: "name \(number)"), as: session,
                            ["if-match": "\"v1\""]
                        ).status
                    }
                }
                return try await group.reduce(into: [Int]()) { $0.append($1) }.sorted()
            }
            #expect(statuses == [200] + [Int](repeating: 412, count: 15))
        }
    }

    @Test func `another user's item is answered exactly as none`() async throws {
        try await TestServer.run { server in
            let (ada, bob) = (try await server.session(), try await server.session("bob@example.com"))
            let theirs = try await server.item("one", as: ada)
            let none = ItemParameters(ItemID(RandomIDGenerator().next()))
            func answers(_ item: ItemParameters) async throws -> [String] {
                let fields = ["if-match": "\"v1\"", "x-request-id": "same"]
                let all = [
                    try await server.call(ItemEndpoints.fetch, item, as: bob, fields),
                    try await server.call(ItemEndpoints.rename, item, .init(name: "a"), as: bob, fields),
                    try await server.call(ItemEndpoints.complete, item, as: bob, fields),
                    try await server.call(ItemEndpoints.reopen, item, as: bob, fields),
                    try await server.call(ItemEndpoints.restore, item, as: bob, fields),
                    try await server.call(ItemEndpoints.delete, item, as: bob, fields),
                    try await server.call(ItemEndpoints.observe, item, as: bob, fields),
                ]
                for answer in all { expect(answer, 404, "notFound") }
                return all.map { answer in
                    String(decoding: answer.body, as: UTF8.self).replacing("\(item.id)", with: "ID")
                }
            }
            #expect(try await answers(theirs) == answers(none))
            let page: ItemPageMessage = try await server.call(ItemEndpoints.list, .init(), as: bob).message()
            #expect(page.items.isEmpty)
        }
    }

    @Test func `a profile is set up once and changed at its version`() async throws {
        try await TestServer.run { server in
            let session = try await server.session()
            expect(try await server.call(ProfileEndpoints.fetch, as: session), 404, "notFound")
            let new = NewProfileMessage(NewIdentity(user: "", screenName: "Ada", birthday: "1990-12-10"))
            let created = try await server.call(ProfileEndpoints.complete, new, as: session)
            #expect(created.status == 201)
            #expect(try created.message(ProfileMessage.self).user == session.account)
            expect(try await server.call(ProfileEndpoints.complete, new, as: session), 409, "alreadyComplete")

            let name = ScreenNameMessage(screenName: "Countess")
            expect(
                try await server.call(ProfileEndpoints.changeScreenName, name, as: session), 428,
                "preconditionRequired")
            let changed = try await server.call(
                ProfileEndpoints.changeScreenName, name, as: session, ["if-match": "\"v1\""])
            #expect(changed.fields["etag"] == "\"v2\"")
            let day = BirthdayMessage(birthday: "1990-12-11")
            expect(
                try await server.call(ProfileEndpoints.correctBirthday, day, as: session, ["if-match": "\"v1\""]), 412,
                "staleVersion")
            let corrected = try await server.call(
                ProfileEndpoints.correctBirthday, day, as: session, ["if-match": "\"v2\""])
            #expect(try corrected.message(ProfileMessage.self).birthday == "1990-12-11")

            let bob = try await server.session("bob@example.com")
            let taken = NewProfileMessage(NewIdentity(user: "", screenName: "countess", birthday: "1990-12-10"))
            expect(try await server.call(ProfileEndpoints.complete, taken, as: bob), 409, "screenNameTaken")
            let invalid = NewProfileMessage(NewIdentity(user: "", screenName: "", birthday: "1990-13-10"))
            let answer = try await server.call(ProfileEndpoints.complete, invalid, as: bob)
            expect(answer, 422, "invalid")
            #expect(Set(answer.problem?.failures?.map(\.field) ?? []) == ["screenName", "birthday"])
        }
    }

    @Test func `a locked address is answered with the time to wait, and a full hasher with unavailability`()
        async throws
    {
        try await TestServer.run { server in
            _ = try await server.session()
            let wrong = CredentialsMessage(email: "ada@example.com", password: "wrong")
            for _ in 0..<5 { expect(try await server.call(AuthEndpoints.signIn, wrong), 401, "invalidCredentials") }
            let locked = try await server.call(AuthEndpoints.signIn, wrong)
            expect(locked, 423, "locked")
            #expect((1...30).contains(Int(locked.fields["retry-after"] ?? "") ?? 0))
            server.hasher.setBusy(true)
            let busy = try await server.call(
                AuthEndpoints.register, CredentialsMessage(email: "bob@example.com", password: TestServer.password))
            expect(busy, 503, "busy")
            #expect(busy.fields["retry-after"] == "5")
        }
    }

    @Test func `unauthorized answers say how to sign in`() async throws {
        try await TestServer.run { server in
            let answer = try await server.send("GET", "/v1/items")
            expect(answer, 401, "sessionExpired")
            #expect(answer.fields["www-authenticate"] == "Bearer")
        }
    }

    @Test func `too many requests of a client are refused, and other clients are not`() async throws {
        var limits = ServerLimits()
        (limits.requestsPerSecond, limits.burst) = (0.001, 8)
        try await TestServer.run(.init(port: 0, limits: limits)) { server in
            let session = try await server.session()
            for _ in 0..<8 {
                #expect(try await server.call(ItemEndpoints.list, .init(), as: session).status == 200)
            }
            let refused = try await server.call(ItemEndpoints.list, .init(), as: session)
            expect(refused, 429, "tooManyRequests")
            #expect(Int(refused.fields["retry-after"] ?? "") ?? 0 > 100)
            // Another session of the account is the same client.
            let again = try await server.signIn("ada@example.com")
            expect(try await server.call(ItemEndpoints.list, .init(), as: again), 429, "tooManyRequests")
            let other = try await server.session("bob@example.com")
            #expect(try await server.call(ItemEndpoints.list, .init(), as: other).status == 200)
            // Requests without a session, or with an invalid one, count by address.
            var fields = APIFields(["authorization": "Bearer nonsense"])
            var statuses: Set<Int> = []
            for _ in 0..<8 { statuses.insert(try await server.send("GET", "/v1/items", fields: fields).status) }
            #expect(statuses == [401, 429])
            fields["authorization"] = nil
            expect(try await server.send("GET", "/nowhere", fields: fields), 429, "tooManyRequests")
        }
    }

    @Test func `the id of a request becomes the correlation id of its events, and the account their actor`()
        async throws
    {
        try await TestServer.run { server in
            let session = try await server.session()
            for (given, isKept) in [
                ("trace-1.a_B", true), ("not valid", false), (String(repeating: "a", count: 129), false),
            ] {
                let answer = try await server.call(
                    ItemEndpoints.create, .init(NewItem(name: "one")), as: session, ["x-request-id": given])
                let id = try #require(answer.fields["x-request-id"])
                #expect((id == given) == isKept)
                let item: ItemMessage = try answer.message()
                var events = server.application.store.read("item-\(item.id)").makeAsyncIterator()
                let event = try #require(try await events.next())
                #expect(event.context.correlationID == id)
                #expect(event.context.actor == session.account)
            }
        }
    }

    @Test func `each request is logged with its id and trace, and without anything secret`() async throws {
        try await TestServer.run { server in
            let session = try await server.session("planted@example.com")
            let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
            _ = try await server.call(
                ItemEndpoints.create, .init(NewItem(name: "planted name")), as: session,
                ["x-request-id": "r-1", "traceparent": "00-\(trace)-00f067aa0ba902b7-01"])
            let entries = server.log.entries
            let entry = try #require(entries.first { $0.metadata["request"] == "r-1" })
            #expect(entry.metadata["trace"] == "\(trace)")
            #expect(entry.metadata["endpoint"] == "createItem")
            #expect(entry.metadata["status"] == "201")
            #expect(entry.metadata["account"] == "\(session.account)")
            let text =
                entries.map { "\($0.message) \($0.metadata) \($0.error.map { "\($0)" } ?? "")" }.joined()
                + server.metrics.text
            for secret in [TestServer.password, session.token, "planted"] { #expect(!text.contains(secret)) }
        }
    }

    @Test func `health and readiness are answered without a session`() async throws {
        try await TestServer.run { server in
            #expect(try await server.send("GET", "/health").status == 200)
            #expect(try await server.send("GET", "/ready").status == 200)
            await server.application.close()
            #expect(try await server.send("GET", "/health").status == 200)
            expect(try await server.send("GET", "/ready"), 503, "unavailable")
        }
    }
}

extension TestServer {
    /// Creates an item.
    func item(_ name: String, as session: Session) async throws -> ItemParameters {
        let item: ItemMessage = try await call(ItemEndpoints.create, .init(NewItem(name: name)), as: session).message()
        return ItemParameters(try ItemID(parsing: item.id))
    }
}
