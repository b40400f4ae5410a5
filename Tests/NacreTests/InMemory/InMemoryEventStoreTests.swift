import DomainKit
import Nacre
import NacreTesting
import Testing

@Suite struct InMemoryEventStoreTests {
    @Test(arguments: EventStoreConformance.rules(.core))
    func `the in-memory store keeps the rules of every store`(rule: ConformanceRule) async throws {
        try await rule.check(InMemorySubject())
    }

    @Test func `a rule of a level that the store does not claim fails`() async throws {
        for level in ConformanceRule.Level.allCases where level != .core {
            for rule in EventStoreConformance.rules(level) {
                await #expect(throws: ConformanceFailure.self) { try await rule.check(InMemorySubject()) }
            }
        }
    }

    @Test func `ids come from the given generator`() async throws {
        let store = InMemoryEventStore(makeID: { _ in EventID(high: 1, low: 2) })
        try await store.append([EventData(type: "T", data: [])], to: "a-1")
        #expect(store.id == StoreID(EventID(high: 1, low: 2)))
        #expect(try await store.event(at: 1).id == EventID(high: 1, low: 2))
    }

    @Test func `a task that is already cancelled appends nothing`() async throws {
        let store = InMemoryEventStore()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await store.append([EventData(type: "T", data: [])], to: "a-1")
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await store.head() == 0)
    }

    @Test(arguments: [-1, Int.min]) func `a negative limit is rejected`(limit: Int) async throws {
        let store = InMemoryEventStore()
        let error = await #expect(throws: EventStoreError.self) {
            try await store.readLog(.forward(), matching: .all, limit: limit).collect()
        }
        #expect(error?.code == .invalidArgument)
    }

    @Test func `a log of the same events in another order has another checkpoint`() async throws {
        let ids = [EventID(high: 0, low: 1), EventID(high: 0, low: 2)]
        var checkpoints: [Checkpoint] = []
        for order in [ids, ids.reversed()] {
            let store = InMemoryEventStore(makeID: { _ in EventID(high: 9, low: 9) })
            try await store.append(order.map { EventData(id: $0, type: "T", data: []) }, to: "a-1")
            checkpoints.append(try await store.checkpoint(at: 2))
        }
        #expect(checkpoints[0].storeID == checkpoints[1].storeID)
        #expect(checkpoints[0] != checkpoints[1])
    }
}

/// An in-memory store as a subject of the conformance suite.
struct InMemorySubject: ConformanceSubject {
    func store(timeSource: any TimeSource) async throws -> any EventStore {
        InMemoryEventStore(timeSource: timeSource)
    }

    func anotherStore() async throws -> any EventStore { InMemoryEventStore() }
}
