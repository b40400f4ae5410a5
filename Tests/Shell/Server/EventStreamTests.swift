import AsyncHTTPClient
import AuthRemote
import DomainKit
import FeatureAPI
import ItemsDomain
import ItemsRemote
import NIOCore
import NIOHTTP1
import ProfileDomain
import ProfileRemote
import Shell
import Testing

@testable import ShellServer

@Suite(.timeLimit(.minutes(25))) struct EventStreamTests {
    @Test func `a stream sends the page, and again after each change`() async throws {
        try await TestServer.run { server in
            let session = try await server.session()
            var events = try await server.events("/v1/items/events", as: session)
            #expect(try await events.next()?.items() == [])
            _ = try await server.item("one", as: session)
            #expect(try await events.next()?.items() == ["one"])
            let bob = try await server.session("bob@example.com")
            _ = try await server.item("of another", as: bob)
            _ = try await server.item("two", as: session)
            #expect(try await events.next()?.items() == ["one", "two"])
        }
    }

    @Test func `a stream is resumed: what was seen is not sent again, and what was missed is`() async throws {
        try await TestServer.run { server in
            let session = try await server.session()
            _ = try await server.item("one", as: session)
            var events = try await server.events("/v1/items/events", as: session)
            let seen = try #require(try await events.next())
            let id = try #require(seen.id)
            #expect(seen.event == "items")

            var unchanged = try await server.events("/v1/items/events", as: session, after: id)
            _ = try await server.item("two", as: session)
            #expect(try await unchanged.next()?.items() == ["one", "two"])
            var missed = try await server.events("/v1/items/events", as: session, after: id)
            #expect(try await missed.next()?.items() == ["one", "two"])
            var unknown = try await server.events("/v1/items/events", as: session, after: "nonsense")
            #expect(try await unknown.next()?.items() == ["one", "two"])
        }
    }

    @Test func `one item and the profile are observed`() async throws {
        try await TestServer.run { server in
            let session = try await server.session()
            let item = try await server.item("one", as: session)
            var items = try await server.events("/v1/items/\(item.id)/events", as: session)
            var profiles = try await server.events("/v1/profile/events", as: session)
            #expect(try await items.next()?.message(ItemMessage.self).version == 1)
            _ = try await server.call(ItemEndpoints.complete, item, as: session, ["if-match": "*"])
            #expect(try await items.next()?.message(ItemMessage.self).isCompleted == true)
            let new = NewProfileMessage(NewIdentity(user: "", screenName: "Ada", birthday: "1990-12-10"))
            _ = try await server.call(ProfileEndpoints.complete, new, as: session)
            #expect(try await profiles.next()?.message(ProfileMessage.self).screenName == "Ada")
        }
    }

    @Test func `a stream ends when its session does`() async throws {
        var limits = ServerLimits()
        limits.heartbeat = .milliseconds(20)
        try await TestServer.run(.init(port: 0, limits: limits)) { server in
            let session = try await server.session()
            var events = try await server.events("/v1/items/events", as: session)
            #expect(try await events.next() != nil)
            #expect(try await server.call(AuthEndpoints.signOut, as: session).status == 204)
            #expect(try await events.next() == nil)
        }
    }

    @Test func `a shutdown ends each stream in order, and finishes the requests in flight`() async throws {
        try await TestServer.run { server in
            let session = try await server.session()
            var streams: [ReceivedEvents] = []
            // So many connections does the client open at once.
            for _ in 0..<8 {
                var events = try await server.events("/v1/items/events", as: session)
                #expect(try await events.next() != nil)
                streams.append(events)
            }
            let statuses = try await withThrowingTaskGroup(of: Int?.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        // A request that arrives after the shutdown has no connection.
                        let answer = try? await server.call(
                            ItemEndpoints.create, .init(NewItem(name: "\(number)")), as: session)
                        return answer?.status
                    }
                }
                await server.shutDown()
                return try await group.reduce(into: [Int?]()) { $0.append($1) }
            }
            // A stream that was cut has no last chunk, which is an error of its client.
            for index in streams.indices { while try await streams[index].next() != nil {} }
            #expect(statuses.allSatisfy { $0 == nil || $0 == 201 }, "\(statuses)")
            let access = ItemAccess.owner(try ItemOwner(parsing: session.account))
            let recorded = try await server.application.items(for: access).fetchAll().elements.count
            #expect(recorded >= statuses.count { $0 == 201 })
        }
    }

    @Test func `an account has a limited number of streams, and other accounts are not concerned`() async throws {
        var limits = ServerLimits()
        limits.streamsPerAccount = 2
        try await TestServer.run(.init(port: 0, limits: limits)) { server in
            let session = try await server.session()
            let again = try await server.signIn("ada@example.com")
            var one = try await server.events("/v1/items/events", as: session)
            let two = try await server.events("/v1/profile/events", as: again)
            expect(try await server.call(ItemEndpoints.observeAll, .init(), as: session), 429, "tooManyStreams")
            let bob = try await server.session("bob@example.com")
            var other = try await server.events("/v1/items/events", as: bob)
            #expect(try await other.next() != nil)
            #expect(try await one.next() != nil)
            _ = two
        }
    }

    @Test func `the number of streams is limited, and a stream that has ended makes room`() async throws {
        var limits = ServerLimits()
        (limits.streams, limits.heartbeat) = (1, .milliseconds(20))
        try await TestServer.run(.init(port: 0, limits: limits)) { server in
            let session = try await server.session()
            let other = try await server.signIn("ada@example.com")
            var events = try await server.events("/v1/items/events", as: session)
            #expect(try await events.next() != nil)
            let refused = try await server.call(ItemEndpoints.observeAll, .init(), as: other)
            expect(refused, 503, "tooManyStreams")
            _ = try await server.call(AuthEndpoints.signOut, as: session)
            while try await events.next() != nil {}
            while try await server.begin("GET", "/v1/items/events", as: other).status.code == 503 {
                try await Task.sleep(for: .milliseconds(5))
            }
        }
    }
}

/// The events of a stream as they arrive.
struct ReceivedEvents {
    private var body: HTTPBody.AsyncIterator
    private var parser = ServerSentEventParser()
    private var events: [ServerSentEvent] = []

    init(_ body: HTTPBody) {
        self.body = body.makeAsyncIterator()
    }

    /// The next event; `nil` at the end.
    @concurrent mutating func next() async throws -> ServerSentEvent? {
        while events.isEmpty {
            guard let part = try await body.next() else { return nil }
            events = try parser.parse(part.readableBytesView)
        }
        return events.removeFirst()
    }
}

extension ServerSentEvent {
    func message<Message: APIMessage>(_ type: Message.Type) throws -> Message {
        try MessageCoding.decode(Array(data.utf8))
    }

    func items() throws -> [String] { try message(ItemPageMessage.self).items.map(\.name) }
}
