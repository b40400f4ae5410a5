import DomainKit
import Nacre
import NacreTesting
import Testing

@Suite struct ProjectionHaltTests {
    let store = InMemoryEventStore()
    let models = InMemoryReadModelStore()

    private static let noon = Instant(nanosecondsSince1970: 1_700_000_000_000_000_000, decimals: 0)

    private func runner(
        poison: Set<EventType> = ["Poison"], events: Int = 2_000, schemaVersion: Int = 1
    ) -> ProjectionRunner {
        var projection = CountingProjection(schemaVersion: schemaVersion)
        projection.poison = poison
        return ProjectionRunner(
            projection: projection, store: store, models: models, batchSize: .untimed(events: events),
            time: ManualTimeSource(Self.noon))
    }

    /// Appends two events that can be applied, one that cannot, and two that can, and lets the projection halt.
    private func halt() async throws {
        try await store.happen(2)
        try await store.happen(1, "Poison")
        try await store.happen(2)
        await #expect(throws: EventStoreError.self) { try await runner().catchUp() }
    }

    @Test(arguments: [1, 2, 3, 2_000])
    func `commits before an event that cannot be applied are applied, and nothing of its own commit`(
        events: Int
    ) async throws {
        try await store.happen(2)
        try await store.append(
            ["Happened", "Poison", "Happened"].map { EventData(type: $0, data: []) }, to: "a-1")
        let error = await #expect(throws: EventStoreError.self) {
            try await runner(poison: ["Poison"], events: events).catchUp()
        }
        #expect(error?.code == .projectionHalted)
        #expect(error?.position == 4)
        #expect(error?.cause is CountingProjection.Poisoned)
        #expect(try models.counts() == ["a-1": 2])
        let state = try models.state()
        #expect(state?.checkpoint == (try await store.checkpoint(at: 2)))
        #expect(state?.halt?.position == 4)
        // Without the skipped event, the rest of its commit is applied.
        try await runner(events: events).skip(4, reason: "poisonous")
        #expect(try models.counts() == ["a-1": 4, "$projection-counts": 1])
    }

    @Test func `the message names the projection, the position, the type and the reason`() async throws {
        try await store.happen(1, "Poison", in: "b-7")
        let error = await #expect(throws: EventStoreError.self) { try await runner(poison: ["Poison"]).catchUp() }
        let message = try #require(error?.message)
        for part in ["counts", "position 1", "Poison", "b-7", "Poisoned()"] {
            #expect(message.contains(part))
        }
        #expect(error?.halted == "counts")
        #expect(try models.state()?.checkpoint == (try await store.checkpoint(at: 0)))
        #expect(try models.counts() == [:])
    }

    @Test(arguments: [
        (1, #"it has no field "amount": fix the projection"#),
        (2, "a newer program wrote it: update this one: fix the projection"),
    ])
    func `an undecodable event is named once`(schema: Int, words: String) async throws {
        try await store.append(
            [EventData(type: "AmountDeposited", schema: schema, data: Array("{}".utf8))], to: "account-1")
        let accounts = ProjectionRunner(projection: Accounts(), store: store, models: models)
        let error = await #expect(throws: EventStoreError.self) { try await accounts.catchUp() }
        let message = try #require(error?.message)
        for part in ["AmountDeposited", "account-1", "position 1"] {
            #expect(message.ranges(of: part).count == 1, "\(message)")
        }
        #expect(message.contains(words), "\(message)")
    }

    @Test func `a halt is stored with the model: position, reason and time`() async throws {
        try await halt()
        let status = try await runner(poison: []).status()
        #expect(status.halt?.position == 3)
        #expect(status.halt?.since == Self.noon)
        for part in ["Poison", "a-1", "Poisoned()"] { #expect(status.halt?.reason.contains(part) == true) }
        #expect(status.position == 2)
        #expect(status.lag == 3)
    }

    @Test func `a caller that asks for an earlier position is not affected by the halt`() async throws {
        try await halt()
        #expect(try await runner().catchUp(atLeast: 2) == 2)
    }

    @Test func `a failed retry leaves the projection halted`() async throws {
        try await halt()
        let error = await #expect(throws: EventStoreError.self) { try await runner().retry() }
        #expect(error?.code == .projectionHalted)
        #expect(try models.state()?.halt?.position == 3)
        #expect(try models.counts() == ["a-1": 2])
    }

    @Test func `retrying a projection that is not halted catches up`() async throws {
        try await store.happen(2)
        #expect(try await runner().retry() == 2)
    }

    @Test func `a skip passes over the event, continues, and is in the log with its reason`() async throws {
        try await halt()
        let event = try await store.event(at: 3)
        #expect(try await runner().skip(3, reason: "a faulty import") == 6)
        #expect(try models.counts() == ["a-1": 4, "$projection-counts": 1])
        #expect(try await runner().status().halt == nil)
        let skip = ProjectionSkip(
            eventID: event.id, position: 3, schemaVersion: 1, reason: "a faulty import", time: Self.noon)
        #expect(try await runner().skips() == [skip])
        #expect(try await store.event(at: 6).stream == ProjectionSkip.stream(of: "counts"))
    }

    @Test func `a skip applies to the event, at whatever position in another store`() async throws {
        try await halt()
        try await runner().skip(3, reason: "a faulty import")
        let copy = InMemoryEventStore()
        try await copy.happen(3)
        for try await event in store.readLog() {
            try await copy.append(
                [EventData(id: event.id, type: event.type, time: event.time, data: event.data)], to: event.stream,
                as: .system)
        }
        var projection = CountingProjection()
        projection.poison = ["Poison"]
        let fresh = InMemoryReadModelStore()
        #expect(try await ProjectionRunner(projection: projection, store: copy, models: fresh).catchUp() == 9)
        #expect(try fresh.counts() == ["a-1": 7, "$projection-counts": 1])
    }

    @Test func `only the event that halts the projection can be skipped`() async throws {
        try await halt()
        for position: Position in [2, 4, 9] {
            let error = await #expect(throws: EventStoreError.self) {
                try await runner().skip(position, reason: "x")
            }
            #expect(error?.code == .invalidArgument)
            #expect(error?.message.contains("before position 3") == true)
        }
        try await runner(poison: []).retry()
        let error = await #expect(throws: EventStoreError.self) { try await runner().skip(3, reason: "x") }
        #expect(error?.message.contains("it is not halted") == true)
        #expect(try await runner().skips() == [])
    }

    @Test(arguments: [false, true])
    func `an event of another history cannot be skipped`(isShadow: Bool) async throws {
        try await halt()
        let state = try #require(try models.state())
        // As after an old copy of the log was restored and written to: position 3 is an ordinary event.
        let checkpoint = Checkpoint(
            storeID: store.id, position: state.checkpoint.position, fingerprint: state.checkpoint.fingerprint ^ 1)
        try models.write("counts") { model in
            try model.removeAll()
            let tables = isShadow ? try model.writableShadow() : model
            try tables.setState(ReadModelState(schemaVersion: 1, checkpoint: checkpoint, halt: state.halt))
        }
        let error = await #expect(throws: EventStoreError.self) { try await runner().skip(3, reason: "x") }
        #expect(error?.code == .invalidArgument)
        #expect(try await runner().skips() == [])
    }

    @Test(arguments: ["", String(repeating: "x", count: 1_025)])
    func `a skip needs a reason, of limited length`(reason: String) async throws {
        try await halt()
        let error = await #expect(throws: EventStoreError.self) { try await runner().skip(3, reason: reason) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("\(reason.utf8.count)") == true)
        #expect(try await store.head() == 5)
    }

    @Test func `a skip interrupted after its record lifts the halt, and is not recorded twice`() async throws {
        try await halt()
        let halted = try models.state()
        try await runner().skip(3, reason: "a faulty import")
        try models.write("counts") { writer in
            try writer.removeAll()
            try writer.setValue([0, 2], for: [UInt8]("a-1".utf8), in: 0)
            try writer.setState(try #require(halted))
        }
        #expect(try await runner().status().halt == nil)
        #expect(try await runner().skip(3, reason: "once more") == 6)
        #expect(try models.counts()["a-1"] == 4)
        #expect(try await runner().skips().map(\.reason) == ["a faulty import"])
    }

    @Test func `a skip of one event does not skip the next`() async throws {
        try await halt()
        try await store.happen(1, "Poison")
        let error = await #expect(throws: EventStoreError.self) { try await runner().skip(3, reason: "x") }
        #expect(error?.position == 6)
        #expect(try models.state()?.halt?.position == 6)
    }

    @Test func `a new schema version is not halted and inherits no skips`() async throws {
        try await halt()
        try await runner().skip(3, reason: "a faulty import")
        #expect(try await runner(poison: [], schemaVersion: 2).catchUp() == 6)
        #expect(try models.counts(1)["Poison"] == 1)
        try await store.happen(1, "Worse")
        await #expect(throws: EventStoreError.self) {
            try await runner(poison: ["Worse"], schemaVersion: 2).catchUp()
        }
        #expect(try await runner(poison: [], schemaVersion: 3).catchUp() == 7)
        #expect(try await runner(poison: [], schemaVersion: 3).status().halt == nil)
    }

    @Test func `foreign or undecodable records beside skips skip nothing`() async throws {
        try await halt()
        let stream = ProjectionSkip.stream(of: "counts")
        try await store.append(
            [
                EventData(type: "Noise", data: []), EventData(type: ProjectionSkip.eventType, data: [UInt8]("{}".utf8)),
            ], to: stream, as: .system)
        #expect(try await runner().skips() == [])
        #expect(try await runner().status().halt?.position == 3)
    }

    @Test func `a long reason is cut between characters`() {
        let halt = ProjectionHalt(
            position: 1, reason: "x" + String(repeating: "é", count: 600), since: Self.noon)
        #expect(halt.reason == "x" + String(repeating: "é", count: 511))
    }

    @Test func `a disk failure does not halt the projection`() async throws {
        struct Failing: Projection {
            let name = "failing"
            let schemaVersion = 1
            let query = Query.all
            let tables: [TableDefinition] = []
            func apply(_ event: EventView, to model: any ReadModelWriter) throws {
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
