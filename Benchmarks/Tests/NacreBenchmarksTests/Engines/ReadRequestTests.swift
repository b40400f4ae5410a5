import Foundation
import Nacre
import Testing

@testable import NacreBenchmarks

/// Every engine answers every request as Nacre's in-memory store does.
@Suite struct ReadRequestTests {
    static let names: [EngineName] = [.nacre, .sqlite, .sqliteGroup]

    private static let commits: [Commit] = (0..<40).map { number in
        let event = EventData(
            id: EventID(high: 7, low: UInt64(number)), type: number % 3 == 0 ? "Third" : "Other",
            tags: number % 5 == 0 ? ["fifth", "also"] : ["also"], data: [UInt8(number)])
        let stream: StreamName = number % 4 == 0 ? "order-\(number % 8)" : "stock\(number % 3)"
        return Commit([event], to: stream)
    }

    static let requests: [ReadRequest] = {
        let orders: [ReadOrder] = [
            .forward(), .forward(after: 3), .forward(after: 40), .backward(), .backward(from: 5), .backward(from: 0),
        ]
        let queries: [Query] = [
            .all, .types("Third"), .types("None"), .tagged("fifth"), .tagged("none"), .categories("order"),
            .categories("stock1"), .categories("none"),
        ]
        let ids = [EventID(high: 7, low: 13), EventID(high: 8, low: 13)]
        var requests: [ReadRequest] = [.position(1), .position(40)] + ids.map { .id($0) }
        for order in orders {
            for limit in [nil, 0, 1, 4] {
                for query in queries { requests.append(.log(order, matching: query, limit: limit)) }
                requests.append(.stream("order-4", order, limit: limit))
                requests.append(.stream("nothing", order, limit: limit))
            }
        }
        return requests
    }()

    /// What there is to tell an event by: the store's own clock differs.
    private static func facts(of events: [RecordedEvent]) -> [String] {
        events.map { "\($0.position) \($0.stream) \($0.version) \($0.id) \($0.type) \($0.tags) \($0.data)" }
    }

    private static func expected(_ request: ReadRequest, in store: InMemoryEventStore) async throws -> [RecordedEvent] {
        switch request {
        case .stream(let stream, let order, let limit): try await store.read(stream, order, limit: limit).collect()
        case .log(let order, let query, let limit):
            try await store.readLog(order, matching: query, limit: limit).collect()
        case .position(let position): [try await store.event(at: position)]
        case .id(let id): try await store.event(withID: id).map { [$0] } ?? []
        }
    }

    private func withFilledSession(_ name: EngineName, _ body: (any EngineSession) async throws -> Void) async throws {
        let engine = name.engine(.riskingTheWholeStore, mapSize: smallMap)
        #expect(engine.abilities.contains(.requests))
        try await withTemporaryFolder { folder in
            try await engine.withSession(folder) { session in
                for commit in Self.commits { _ = try await session.append(commit) }
                try await body(session)
            }
        }
    }

    @Test(arguments: names)
    func `every request is answered with the right events`(name: EngineName) async throws {
        let store = InMemoryEventStore()
        for commit in Self.commits { _ = try await store.append(commit) }
        try await withFilledSession(name) { session in
            for request in Self.requests {
                let found = try await session.read(request)
                let expected = try await Self.expected(request, in: store)
                #expect(Self.facts(of: found) == Self.facts(of: expected), "\(request)")
            }
        }
    }

    @Test(arguments: names)
    func `events appended after the first request of their kind are found as well`(name: EngineName) async throws {
        try await withFilledSession(name) { session in
            let queries: [Query] = [.all, .types("Third"), .tagged("fifth"), .categories("order"), .categories("new")]
            for query in queries { _ = try await session.read(.log(.backward(), matching: query, limit: 1)) }
            let more = [EventData(type: "Third", tags: ["fifth"], data: [1])]
            for stream: StreamName in ["new-1", "order-4"] { _ = try await session.append(Commit(more, to: stream)) }
            for (query, position) in zip(queries, [42, 42, 42, 42, 41] as [Position]) {
                let found = try await session.read(.log(.backward(), matching: query, limit: 1))
                #expect(found.map(\.position) == [position], "\(query)")
            }
        }
    }

    @Test(arguments: names)
    func `a stream's version is that of its last event`(name: EngineName) async throws {
        try await withFilledSession(name) { session in
            let versions = (try await session.version(of: "order-4"), try await session.version(of: "nothing"))
            #expect(versions == (5, 0))
        }
    }

    @Test(arguments: names)
    func `a position that is not there is an error`(name: EngineName) async throws {
        try await withFilledSession(name) { session in
            let error = await #expect(throws: EventStoreError.self) { try await session.read(.position(41)) }
            #expect(error?.code == .noSuchPosition)
        }
    }

    @Test(arguments: names)
    func `the whole log is read page by page`(name: EngineName) async throws {
        try await withFilledSession(name) { session in
            var positions: [Position] = []
            try await session.forEachEvent(page: 7) { positions.append($0.position) }
            #expect(positions == Array(1...40))
        }
    }

    @Test func `sqlite refuses queries that it has no index for`() async throws {
        try await withFilledSession(.sqlite) { session in
            let query = Query([.init(types: ["Third"], tags: ["fifth"])])
            await #expect(throws: HarnessError.self) {
                try await session.read(.log(.forward(), matching: query, limit: nil))
            }
        }
    }
}
