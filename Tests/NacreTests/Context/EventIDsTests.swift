import DomainKit
import Nacre
import Testing

@Suite
struct EventIDsTests {
    private let store = InMemoryEventStore()
    private let ids = EventIDs { ordinal in EventID(high: 7, low: UInt64(ordinal)) }

    private func sell(_ count: Int, on id: String = "42") async throws {
        try await Aggregates<TicketDecider>("sale", in: store, codec: TicketCodec()).execute(.sell(count), on: id)
    }

    @Test
    func `the events of a decision get the ids, by their ordinals`() async throws {
        try await ids.apply { try await sell(3) }
        #expect(try await store.readLog().collect().map(\.id) == [ids[0], ids[1], ids[2]])
        #expect(try await store.event(withID: ids[1])?.version == 2)
    }

    @Test
    func `decisions of one scope share the ids, in the order of their events`() async throws {
        let sales = Aggregates<TicketDecider>("sale", in: store, codec: TicketCodec())
        try await ids.apply {
            _ = try await store.decide { scope in
                try await scope.execute(.sell(2), on: "42", in: sales)
                try await scope.execute(.sell(1), on: "42", in: sales)
                try await scope.execute(.sell(1), on: "43", in: sales)
            }
        }
        #expect(try await store.readLog().collect().map(\.id) == (0..<4).map { ids[$0] })
    }

    @Test
    func `outside, events get ids of their own`() async throws {
        try await ids.apply { try await sell(1) }
        try await sell(1)
        let last = try await store.event(at: store.head())
        #expect(last.id.high != 7)
    }

    @Test
    func `a second decision with the ids is refused`() async throws {
        try await ids.apply {
            try await sell(1)
            let error = await #expect(throws: EventStoreError.self) { try await sell(1, on: "43") }
            #expect(error?.code == .idempotencyMismatch)
        }
        #expect(try await store.head() == 1)
    }
}
