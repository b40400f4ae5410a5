import DomainKit
import Nacre
import Testing

/// Records the position of each event, or that it has none yet.
enum Tracing: RecordedDecider {
    struct Happened: DomainEvent {}

    enum Failure: Error {}

    static let initialState: [String] = []

    static func decide(_ command: Int, _ state: [String]) throws(Failure) -> [Happened] {
        Array(repeating: Happened(), count: command)
    }

    static func evolve(_ state: inout [String], _ event: Happened) { state.append("unrecorded") }

    static func evolve(_ state: inout [String], _ event: Happened, recorded: RecordedEvent) {
        state.append("\(recorded.stream) \(recorded.version) at \(recorded.position) \(recorded.tags)")
    }
}

extension Tracing.Happened: StoredEvent {
    struct Codec: EventCodec {
        func encode(_ event: Tracing.Happened) -> EventData { EventData(type: "Happened", tags: ["trace"], data: []) }

        func decode(_ recorded: RecordedEvent) -> Tracing.Happened? { Tracing.Happened() }
    }

    static let category = "trace"
    static let codec = Codec()
}

@Suite
struct RecordedDeciderTests {
    private let store = InMemoryEventStore()

    @Test
    func `a recorded decider sees the position of an event, in aggregates and in decisions`() async throws {
        let traces = Aggregates<Tracing>(in: store)
        try await store.append([EventData(type: "Other", data: [])], to: "other-1")
        try await traces.execute(2, on: "1")
        let expected = ["trace-1 1 at 2 [trace]", "trace-1 2 at 3 [trace]"]
        #expect(try await traces.load("1").state == expected)
        let decisions = Decisions<Tracing>(in: store)
        #expect(try await decisions.basis(over: .tagged("trace")).state == expected)
    }

    @Test
    func `a recorded decider behind a protocol sees positions too`() async throws {
        func load<Model: Decider>(_: Model.Type) async throws -> Model.State where Model.Event: StoredEvent {
            try await Aggregates<Model>(in: store).load("1").state
        }
        try await Aggregates<Tracing>(in: store).execute(1, on: "1")
        #expect(try await load(Tracing.self) == ["trace-1 1 at 1 [trace]"])
    }

    @Test
    func `an event decided earlier in the same scope has no position yet`() async throws {
        let traces = Aggregates<Tracing>(in: store)
        try await traces.execute(1, on: "1")
        try await store.decide { decision in
            try await decision.execute(1, on: "1", in: traces)
            #expect(try await decision.load("1", in: traces).state == ["trace-1 1 at 1 [trace]", "unrecorded"])
        }
    }
}
