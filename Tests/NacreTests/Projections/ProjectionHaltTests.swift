import Nacre
import Testing

@Suite struct ProjectionHaltTests {
    let store = InMemoryEventStore()
    let models = InMemoryReadModelStore()

    private func runner(poison: Set<EventType>, events: Int = 2_000) -> ProjectionRunner {
        var projection = CountingProjection()
        projection.poison = poison
        return ProjectionRunner(
            projection: projection, store: store, models: models, batchSize: .init(events: events))
    }

    @Test(arguments: [1, 2, 3, 2_000])
    func `what stands before an event that cannot be applied is applied, and nothing of it`(events: Int) async throws {
        try await store.happen(2)
        try await store.append(
            ["Happened", "Poison", "Happened"].map { EventData(type: $0, data: []) }, to: "a-1")
        let error = await #expect(throws: EventStoreError.self) {
            try await runner(poison: ["Poison"], events: events).catchUp()
        }
        #expect(error?.code == .projectionHalted)
        #expect(error?.position == 4)
        #expect(error?.cause is CountingProjection.Poisoned)
        #expect(try models.counts() == ["a-1": 3])
        #expect(try models.state()?.checkpoint == (try await store.checkpoint(at: 3)))
    }

    @Test func `the message names the projection, the position, the type and the reason`() async throws {
        try await store.happen(1, "Poison", in: "b-7")
        let error = await #expect(throws: EventStoreError.self) { try await runner(poison: ["Poison"]).catchUp() }
        let message = try #require(error?.message)
        for part in ["counts", "position 1", "Poison", "b-7", "Poisoned()"] {
            #expect(message.contains(part))
        }
        #expect(try models.state() == nil)
        #expect(try models.counts() == [:])
    }

    @Test func `a halted projection stays where it is until it can apply the event`() async throws {
        try await store.happen(2)
        try await store.happen(1, "Poison")
        try await store.happen(2)
        for _ in 0..<3 {
            await #expect(throws: EventStoreError.self) { try await runner(poison: ["Poison"]).catchUp() }
            #expect(try models.counts() == ["a-1": 2])
        }
        #expect(try await runner(poison: []).catchUp() == 5)
        #expect(try models.counts() == ["a-1": 5])
        #expect(try models.counts(1) == ["Happened": 4, "Poison": 1])
    }

    @Test func `a projection that needs nothing of the event that halts another goes on`() async throws {
        try await store.happen(1, "Poison")
        await #expect(throws: EventStoreError.self) { try await runner(poison: ["Poison"]).catchUp() }
        var other = CountingProjection(name: "other")
        other.query = .types("Happened")
        other.poison = ["Poison"]
        try await store.happen()
        #expect(try await ProjectionRunner(projection: other, store: store, models: models).catchUp() == 2)
        #expect(try models.counts(of: "other") == ["a-1": 1])
    }

    @Test func `a failure of the disk is not the event's fault`() async throws {
        struct Failing: Projection {
            let name = "failing"
            let schemaVersion = 1
            let query = Query.all
            func apply(_ event: RecordedEvent, to model: any ReadModelWriter) throws {
                throw EventStoreError(.inputOutput, "the disk is full")
            }
            func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String { "" }
        }
        try await store.happen()
        let runner = ProjectionRunner(projection: Failing(), store: store, models: models)
        let error = await #expect(throws: EventStoreError.self) { try await runner.catchUp() }
        #expect(error?.code == .inputOutput)
    }
}
