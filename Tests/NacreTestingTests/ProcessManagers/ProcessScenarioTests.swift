import DomainKit
import Nacre
import NacreTesting
import Testing

@Suite struct ProcessScenarioTests {
    private let packing = ProcessScenario { store, _ in Packing(store: store) }
    private let codec = OrderEventCodec()
    private let placed = OrderEvent.placed(customer: "ada", items: [])
    private let paid = OrderEvent.paid(cents: 30)

    @Test func `a fulfilled scenario throws nothing`() async throws {
        try await packing
            .given("order-1", [placed], by: codec)
            .when("order-1", [paid], by: codec).then("parcel-1", Packing.packed("1"))
            .when("order-1", [paid], by: codec).thenNothing()
            .when("order-2", [placed, .paid(cents: 1), .paid(cents: 2)], by: codec)
            .then("parcel-2", Packing.packed("1"))
            .when("order-3", [.shipped], by: codec).thenNothing()
    }

    @Test func `given events are handled, and their effects are in the log`() async throws {
        let outcome =
            try await packing
            .given("order-1", [placed, paid], by: codec)
            .when("order-2", [paid], by: codec).then("parcel-2", Packing.packed("1"))
        #expect(try await outcome.store.read("parcel-1").collect().map(\.type) == ["Packed"])
        #expect(outcome.cause.stream == "order-2" && outcome.cause.type == "OrderPaid")
        #expect(outcome.halt == nil)
    }

    @Test func `effects of earlier runs can be given`() async throws {
        try await packing.given("parcel-1", Packing.packed("1")).when("order-1", [paid], by: codec).thenNothing()
    }

    @Test func `events in several streams can be expected`() async throws {
        let twice = ProcessScenario { _, _ in
            Reacting { event in
                Commit {
                    Append(Packing.packed("a"), to: "one")
                    Append(EventData(type: "Packed", tags: ["new"], data: event.data), to: "two")
                }
            }
        }
        try await twice.when("order-1", EventData(type: "OrderPaid", data: [7])).then(
            Commit {
                Append(Packing.packed("a"), to: "one")
                Append(EventData(type: "Packed", tags: ["new"], data: [7]), to: "two")
            })
    }

    @Test func `other effects fail, with the difference and the events before`() async throws {
        let failure = try await scenarioFailure {
            try await packing.given("order-1", [placed], by: codec)
                .when("order-1", [paid], by: codec).then("parcel-1", Packing.packed("2"))
        }
        #expect(
            failure.description == """
                \(failure.sourceLocation.fileID):\(failure.sourceLocation.line): process packing has other effects (- expected, + found)
                - Packed in parcel-1, bytes of "2"
                + Packed in parcel-1, bytes of "1"
                given
                    1 OrderPlaced in order-1, bytes of "ada"
                when
                    OrderPaid in order-1, bytes 1e
                """)
        #expect(failure.sourceLocation.line == #line - 12)
    }

    @Test func `an effect fails if none is expected, and so does a missing one`() async throws {
        let something = try await scenarioFailure { try await packing.when("order-1", [paid], by: codec).thenNothing() }
        #expect(something.difference == "- no effects\n+ Packed in parcel-1, bytes of \"1\"")
        let nothing = try await scenarioFailure {
            try await packing.given("order-1", [paid], by: codec)
                .when("order-1", [paid], by: codec).then("parcel-1", Packing.packed("1"))
        }
        #expect(nothing.difference == "- Packed in parcel-1, bytes of \"1\"\n+ no effects")
    }

    @Test func `an event that the process does not match differs from one without effects`() async throws {
        let failure = try await scenarioFailure {
            try await packing.when("order-1", [placed], by: codec).then("parcel-1", Packing.packed("1"))
        }
        #expect(failure.difference.contains("+ no effects: its query does not match the events"))
    }

    @Test func `another stream, more events, other tags, or another schema fail`() async throws {
        let outcome = try await packing.when("order-1", [paid], by: codec)
        var tagged = Packing.packed("1")
        tagged.tags = ["urgent"]
        var newer = Packing.packed("1")
        newer.schema = 2
        for (stream, events): (StreamName, [EventData]) in [
            ("parcel-2", [Packing.packed("1")]), ("parcel-1", [Packing.packed("1"), Packing.packed("1")]),
            ("parcel-1", [tagged]), ("parcel-1", [newer]),
        ] {
            _ = try await scenarioFailure { try outcome.then(Commit(events, to: stream)) }
        }
    }

    @Test func `time and metadata are compared if they are expected`() async throws {
        let (now, later) = (ManualTimeSource().now(), ManualTimeSource().advance(by: .seconds(1)))
        let timed = ProcessScenario { _, time in
            Reacting { _ in
                Commit([EventData(type: "Packed", time: time.now(), data: [], metadata: [0x7B, 0x7D])], to: "one")
            }
        }
        let outcome = try await timed.when("order-1", EventData(type: "OrderPaid", data: []))
        try outcome.then("one", EventData(type: "Packed", data: []))
        try outcome.then("one", EventData(type: "Packed", time: now, data: []))
        try outcome.then("one", EventData(type: "Packed", data: [], metadata: [0x7B, 0x7D]))
        let failure = try await scenarioFailure {
            try outcome.then("one", EventData(type: "Packed", time: later, data: []))
        }
        #expect(failure.difference.contains("2000-01-01T00:00:01"))
        _ = try await scenarioFailure {
            try outcome.then("one", EventData(type: "Packed", data: [], metadata: [0x7B, 0x20, 0x7D]))
        }
    }

    @Test func `after a conflict, the repeated decision counts`() async throws {
        let contested = ProcessScenario { store, _ in
            Reacting { event in
                let version = try await store.version(of: "parcel")
                if version == 0 { try await store.append([Packing.packed("theirs")], to: "parcel") }
                return Commit([Packing.packed("\(version)")], to: "parcel", expecting: .exact(version))
            }
        }
        try await contested.when("order-1", EventData(type: "OrderPaid", data: [])).then("parcel", Packing.packed("1"))
    }

    @Test func `a process halts at the expected position, and at no other`() async throws {
        let stuck = ProcessScenario { _, _ in Reacting { _ in throw Packing.OutOfPaper() } }
        let outcome = try await stuck.when("order-1", [paid], by: codec).thenHalts()
        #expect(outcome.halt?.cause is Packing.OutOfPaper)
        let unexpected = try await scenarioFailure { try outcome.thenNothing() }
        #expect(unexpected.finding.contains("halts unexpectedly: "))
        let given = try await scenarioFailure { _ = try await outcome.when("order-2", [paid], by: codec) }
        #expect(given.finding.contains("halts at a given event"))
        #expect(given.scenario.contains("1 OrderPaid in order-1"))
        let none = try await scenarioFailure { try await packing.when("order-1", [paid], by: codec).thenHalts() }
        #expect(none.finding == "process packing does not halt: Packed in parcel-1, bytes of \"1\"")
    }
}

/// Packs a parcel for every order at its first payment.
private struct Packing: ProcessManager {
    struct OutOfPaper: Error {}

    let store: any EventStore
    var name: String { "packing" }
    var query: Query { .types("OrderPaid", "OrderShipped") }

    func react(to event: RecordedEvent) async throws -> Commit? {
        let parcel = StreamName("parcel-\(event.stream.text.dropFirst("order-".count))")
        let isPacked = try await store.version(of: parcel) > 0
        return event.type == "OrderShipped" || isPacked ? nil : Commit([Self.packed("1")], to: parcel)
    }

    static func packed(_ text: String) -> EventData { EventData(type: "Packed", data: Array(text.utf8)) }
}

/// Runs a given body for each payment.
private struct Reacting: ProcessManager {
    var name: String { "reacting" }
    var query: Query { .types("OrderPaid") }
    let body: @Sendable (RecordedEvent) async throws -> Commit?

    func react(to event: RecordedEvent) async throws -> Commit? { try await body(event) }
}
