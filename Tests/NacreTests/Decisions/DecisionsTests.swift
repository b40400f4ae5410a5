import DomainKit
import Nacre
import Synchronization
import Testing

/// Tickets are sold at several desks, each with its own stream, and numbered across all of them: each decision depends
/// on the events of every desk.
@Suite
struct DecisionsTests {
    private let store = InMemoryEventStore()
    private let retry = ConflictRetry(attempts: 1_000)

    private func sales(in store: any EventStore) -> Decisions<TicketDecider> {
        Decisions(in: store, codec: TicketCodec())
    }

    /// Sells a ticket at another desk, a number of times.
    private func rivals(_ count: Int) -> @Sendable () async throws -> Void {
        let sold = Mutex(0)
        let sales = sales(in: store)
        return {
            let number = sold.withLock { sold in
                sold += 1
                return sold
            }
            guard number <= count else { return }
            try await sales.execute(.sell(1), over: TicketCodec.sale, appendingTo: "rival-\(number)")
        }
    }

    private func numbers() async throws -> [Int] {
        try await sales(in: store).basis(over: TicketCodec.sale).state
    }

    @Test
    func `a decision depends on the events of all streams that the query finds`() async throws {
        let sales = sales(in: store)
        try await sales.execute(.sell(2), over: TicketCodec.sale, appendingTo: "desk-1")
        try await store.append([EventData(type: "TicketSold", data: Array("77".utf8))], to: "desk-1")
        let decision = try await sales.execute(.sell(2), over: TicketCodec.sale, appendingTo: "desk-2")
        #expect(decision.events == [.sold(number: 3), .sold(number: 4)])
        #expect(decision.position == 5)
        #expect(decision.version(of: "desk-2") == 2)
        #expect(decision.version(of: "desk-1") == nil)
        #expect(try await numbers() == [1, 2, 3, 4])
    }

    @Test
    func `the events of one decision go to several streams in one commit`() async throws {
        try await sales(in: store).execute(.sell(3), over: TicketCodec.sale) { event in
            switch event {
            case .sold(let number): "desk-\(number % 2)"
            }
        }
        let events = try await store.readLog().collect()
        #expect(events.map(\.stream) == ["desk-1", "desk-0", "desk-1"])
        #expect(events.map(\.isLastOfCommit) == [false, false, true])
    }

    @Test
    func `deciding nothing appends nothing, and the result gives the position read`()
        async throws
    {
        try await store.append([EventData(type: "Noted", data: [])], to: "desk-1")
        let decision = try await sales(in: store).execute(
            .sell(0), over: TicketCodec.sale, and: ["desk-1"], appendingTo: "desk-1")
        #expect(decision.events.isEmpty)
        #expect(decision.position == 1)
        #expect(decision.version(of: "desk-1") == 1)
        #expect(try await store.head() == 1)
    }

    @Test
    func `a rejected command appends nothing and is not retried`() async throws {
        await #expect(throws: TicketDecider.SoldOut.self) {
            try await sales(in: store).execute(
                .sell(TicketDecider.capacity + 1), over: TicketCodec.sale, appendingTo: "desk-1")
        }
        #expect(try await store.head() == 0)
    }

    @Test(arguments: InterruptedStore.Moment.allCases, [1, 2, 5])
    func `no event of a concurrent writer is missed`(
        moment: InterruptedStore.Moment, count: Int
    ) async throws {
        let rival = rivals(count)
        let contended = InterruptedStore(base: store) { if $0 == moment { try await rival() } }
        for _ in 0..<4 {
            try await sales(in: contended).execute(
                .sell(1), over: TicketCodec.sale, retrying: retry, appendingTo: "desk-1")
        }
        let numbers = try await numbers()
        #expect(numbers == Array(1...numbers.count))
        #expect(numbers.count > 4)
    }

    @Test(arguments: InterruptedStore.Moment.allCases, [[], ["rival-1", "desk-1"]] as [[StreamName]])
    func `a state includes every event up to its position, and none after it`(
        moment: InterruptedStore.Moment, streams: [StreamName]
    ) async throws {
        try await sales(in: store).execute(.sell(3), over: TicketCodec.sale, appendingTo: "desk-1")
        let rival = rivals(.max)
        let contended = InterruptedStore(base: store) { if $0 == moment { try await rival() } }
        let basis = try await sales(in: contended).basis(over: TicketCodec.sale, and: streams)
        #expect(basis.state == Array(1...Int(basis.position)))
        #expect(basis.streams.map(\.stream) == streams)
        for folded in basis.streams {
            let events = try await store.read(folded.stream).collect()
            #expect(folded.version == StreamVersion(events.count { $0.position <= basis.position }))
        }
    }

    @Test
    func `the last attempt's conflict names the event that the decision had not seen`() async throws {
        let rival = rivals(.max)
        let contended = InterruptedStore(base: store) { if $0 == .beforeAppend { try await rival() } }
        let conflict = await #expect(throws: EventStoreError.self) {
            try await sales(in: contended).execute(
                .sell(1), over: TicketCodec.sale, retrying: ConflictRetry(attempts: 2), appendingTo: "desk-1")
        }
        #expect(conflict?.code == .conflict)
        let event = ConflictingEvent(position: 2, type: "TicketSold", tags: ["sale"])
        let condition = AppendCondition(failIfEventsMatch: TicketCodec.sale, after: 1)
        #expect(conflict?.violations == [.condition(index: 0, condition: condition, conflict: event)])
        #expect(try await store.head() == 2)
    }

    @Test
    func `events that the query does not match are no conflict`() async throws {
        let attempts = Mutex(0)
        let contended = InterruptedStore(base: store) { [store] moment in
            guard moment == .beforeAppend else { return }
            attempts.withLock { $0 += 1 }
            try await store.append([EventData(type: "Noted", tags: ["other"], data: [])], to: "desk-1")
        }
        try await sales(in: contended).execute(.sell(1), over: TicketCodec.sale, appendingTo: "desk-1")
        #expect(attempts.withLock(\.self) == 1)
    }

    @Test
    func `an event found by query and by stream is folded once, in log order`() async throws {
        let sales = sales(in: store)
        for desk in 1...3 {
            try await sales.execute(.sell(2), over: TicketCodec.sale, appendingTo: "desk-\(desk)")
        }
        try await store.append([EventData(type: "TicketSold", data: Array("7".utf8))], to: "desk-2")
        let both = try await sales.basis(over: TicketCodec.sale, and: ["desk-3", "desk-2", "desk-4"])
        #expect(both.state == [1, 2, 3, 4, 5, 6, 7])
        #expect(both.streams.map(\.version) == [2, 3, 0])
        let streams = try await sales.basis(over: nil, and: ["desk-3", "desk-2"])
        #expect(streams.state == [3, 4, 5, 6, 7])
    }

    @Test(arguments: ["desk-1", "desk-2"] as [StreamName])
    func `a folded stream must be unchanged, whether or not it is written`(
        written: StreamName
    ) async throws {
        try await sales(in: store).execute(.sell(1), over: nil, and: ["desk-2"], appendingTo: "desk-2")
        let left = Mutex(1)
        let contended = InterruptedStore(base: store) { [store] moment in
            guard moment == .beforeAppend,
                left.withLock({
                    $0 -= 1
                    return $0 >= 0
                })
            else { return }
            try await store.append([EventData(type: "TicketSold", data: Array("2".utf8))], to: "desk-2")
        }
        let conflict = await #expect(throws: EventStoreError.self) {
            try await sales(in: contended).execute(
                .sell(1), over: nil, and: ["desk-2"], retrying: ConflictRetry(attempts: 1), appendingTo: written)
        }
        #expect(
            conflict?.violations == [
                written == "desk-2"
                    ? .expectation(stream: "desk-2", expected: .exact(1), actual: 2)
                    : .check(stream: "desk-2", expected: .exact(1), actual: 2)
            ])
        let decision = try await sales(in: contended).execute(
            .sell(1), over: nil, and: ["desk-2"], appendingTo: written)
        #expect(decision.events == [.sold(number: 3)])
    }

    @Test
    func `concurrent decisions see each other`() async throws {
        let sales = sales(in: store)
        let refused = try await withThrowingTaskGroup(of: Int.self) { group in
            for task in 0..<16 {
                group.addTask {
                    var refused = 0
                    for _ in 0..<15 {
                        do {
                            try await sales.execute(
                                .sell(1), over: TicketCodec.sale, retrying: retry, appendingTo: "desk-\(task % 4)")
                        } catch is TicketDecider.SoldOut {
                            refused += 1
                        }
                    }
                    return refused
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(try await numbers() == Array(1...TicketDecider.capacity))
        #expect(refused == 16 * 15 - TicketDecider.capacity)
    }

    @Test
    func `decisions carry the context of the task`() async throws {
        try await EventContext.with(actor: "ada") {
            try await sales(in: store).execute(.sell(2), over: TicketCodec.sale, appendingTo: "desk-1")
        }
        #expect(try await store.readLog().collect().map(\.context.actor) == ["ada", "ada"])
    }
}
