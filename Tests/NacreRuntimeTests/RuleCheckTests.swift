import DomainKit
import Nacre
import NacreTesting
import TestStores
import Testing

@testable import NacreRuntime

@Suite
struct RuleCheckTests {
    private func runtime(@FeaturesBuilder _ features: () -> Features) throws -> Runtime {
        try Runtime(on: Storage(store: InMemoryEventStore()), features: features)
    }

    @Test(arguments: UInt64(0)..<20)
    func `a check with few states in memory refuses what a fold of each stream refuses`(seed: UInt64) async throws {
        let runtime = try runtime { DeciderDeclaration(LedgerDecider.self) }
        var random = SimulationRandom(seed: seed)
        for _ in 0..<200 {
            let event = try LedgerDecider.Event.codec.encode(LedgerDecider.event(using: &random))
            try await runtime.store.append([event], to: "ledger-\(Int.random(in: 0..<8, using: &random))")
        }
        var states: [StreamName: LedgerDecider.Ledger] = [:]
        var expected: [Position] = []
        for event in try await runtime.store.readLog().collect() {
            let decoded = try #require(try LedgerDecider.Event.codec.decode(event))
            let state = states[event.stream, default: LedgerDecider.initialState]
            if !LedgerDecider.allows(decoded, in: state) { expected.append(event.position) }
            LedgerDecider.evolve(&states[event.stream, default: LedgerDecider.initialState], decoded)
        }
        #expect(!expected.isEmpty)
        for (limit, batch) in [
            (2, RuleBatch()), (3, RuleBatch(events: 1)), (5, RuleBatch(bytes: 50)), (1_000, RuleBatch(events: 3)),
        ] {
            var refused: [Position] = []
            let summary = try await runtime.checkRules(states: limit, batch: batch) { event, _ in
                refused.append(event.position)
            }
            // Share by share, if there are more streams.
            #expect(limit < 8 ? refused.sorted() == expected : refused == expected, "with \(limit) states")
            #expect(summary.judged == 200)
            #expect(summary.refused == UInt64(expected.count))
            #expect(summary.unjudged == [])
        }
        await runtime.close()
    }

    @Test(arguments: [1, 7, 100, 1_000, 5_000])
    func `each stream is in one share, and shares have about the same size`(limit: Int) {
        let names = (0..<1_000).map { StreamName("order-\($0 * 7)") }
        let shares = StreamShare.all(of: names.count, atMost: limit)
        #expect(shares.count == (1_000 + limit - 1) / limit)
        for name in names { #expect(shares.count { $0.contains(name.text.utf8Span.span) } == 1) }
        guard limit >= 100 else { return }
        for share in shares {
            #expect(abs(names.count { share.contains($0.text.utf8Span.span) } - 1_000 / shares.count) < 50)
        }
    }

    @Test
    func `what is refused before damage is reported before the damage`() async throws {
        let (store, codec) = (InMemoryEventStore(), LedgerDecider.Event.codec)
        for _ in 0..<30 { try await store.append([codec.encode(.closed)], to: "ledger-1") }
        let damaged = DamagedLogStore(store, at: [21])
        let runtime = try Runtime(on: Storage(store: damaged)) { DeciderDeclaration(LedgerDecider.self) }
        for states in [2, 1_000] {
            var refused: [Position] = []
            let error = await #expect(throws: EventStoreError.self) {
                try await runtime.checkRules(states: states) { event, _ in refused.append(event.position) }
            }
            #expect(error?.position == 21)
            #expect(refused == Array(1...20))
        }
        await runtime.close()
    }

    @Test
    func `what is not judged is counted by category and reason`() async throws {
        let runtime = try runtime {
            DeciderDeclaration(LedgerDecider.self)
            DeciderDeclaration(OrderDecider.self)
        }
        let (store, codec) = (runtime.store, LedgerDecider.Event.codec)
        for stream in ["note-1", "note-1", "note-2", "noise"] as [StreamName] {
            try await store.append([EventData(type: "Noted", data: [])], to: stream)
        }
        try await store.place(1, by: "ada", 3)
        try await store.append([codec.encode(.opened(owner: "ada"))], to: "ledger-1")
        try await store.append([EventData(type: "Foreign", data: [])], to: "ledger-1")
        // The state after an event that cannot be decoded is not known.
        let opened = try codec.encode(.opened(owner: "ada")).type
        try await store.append([EventData(type: opened, data: Array("[]".utf8))], to: "ledger-2")
        try await store.append([codec.encode(.closed)], to: "ledger-2")
        for limit in [2, 100] {
            let summary = try await runtime.checkRules(states: limit) { event, _ in Issue.record("refused \(event)") }
            #expect(summary.judged == 1)
            let expected = [
                UnjudgedEvents(category: "note", reason: .noDecider, events: 3, streams: 2),
                UnjudgedEvents(category: "noise", reason: .noDecider, events: 1, streams: 1),
                UnjudgedEvents(category: "order", reason: .noRules, events: 1, streams: 1),
                UnjudgedEvents(category: "ledger", reason: .foreign("Foreign"), events: 1, streams: 0),
                UnjudgedEvents(category: "ledger", reason: .undecodable, events: 2, streams: 1),
            ]
            // In order of the first of them, in one share.
            if limit > 10 { #expect(summary.unjudged == expected) }
            #expect(Set(summary.unjudged) == Set(expected))
        }
        await runtime.close()
    }

    @Test
    func `categories beyond the limit are counted together`() async throws {
        let runtime = try runtime {}
        for number in 0..<RuleSummary.maxKinds + 5 {
            try await runtime.store.append([EventData(type: "T", data: [])], to: "c\(number)-1")
        }
        let summary = try await runtime.checkRules { _, _ in }
        #expect(summary.unjudged.count == RuleSummary.maxKinds + 1)
        #expect(summary.unjudged.last?.reason == .other)
        #expect(summary.unjudged.last?.events == 5)
        await runtime.close()
    }
}

extension OrderEvent: DomainEvent {}

/// Orders, whose decider judges nothing.
private enum OrderDecider: Decider {
    typealias Failure = Never

    static let initialState = 0

    static func decide(_ command: OrderEvent, _ state: Int) -> [OrderEvent] { [command] }

    static func evolve(_ state: inout Int, _ event: OrderEvent) { state += 1 }
}
