import DomainKit
import Nacre
import NacreTesting
import Testing

@testable import NacreRuntime

@Suite
struct FieldOriginsTests {
    private func runtime() throws -> Runtime {
        try Runtime(on: Storage(store: InMemoryEventStore())) { DeciderDeclaration(LedgerDecider.self) }
    }

    /// A runtime with one stream of generated events, some of them foreign, which opens most of the time.
    private func filled(_ seed: UInt64) async throws -> (Runtime, [RecordedEvent]) {
        let runtime = try runtime()
        var random = SimulationRandom(seed: seed)
        for number in 0..<25 {
            let event: EventData
            if number == 0, seed % 4 != 0 {
                event = try LedgerDecider.Event.codec.encode(.opened(owner: "ada"))
            } else if number % 7 == 6 {
                event = EventData(type: "Noise", data: Array("{}".utf8))
            } else {
                event = try LedgerDecider.Event.codec.encode(LedgerDecider.event(using: &random))
            }
            try await runtime.store.append([event], to: "ledger-1")
            try await runtime.store.append([EventData(type: "Other", data: [])], to: "ledger-2")
        }
        return (runtime, try await runtime.store.read("ledger-1").collect())
    }

    @Test(arguments: UInt64(0)..<60)
    func `blame's event is the one since which every prefix of the history has the present value`(
        seed: UInt64
    ) async throws {
        let (runtime, events) = try await filled(seed)
        // The fields after each prefix, without the code under test of origins.
        var prefixes: [[FieldPath: [UInt8]]] = []
        var state = LedgerDecider.initialState
        func add() {
            let fields = StateValue(of: state).fields()
            prefixes.append(Dictionary(uniqueKeysWithValues: fields.map { ($0, $1) }))
        }
        add()
        for event in events {
            if let decoded = try LedgerDecider.Event.codec.decode(event) { LedgerDecider.evolve(&state, decoded) }
            add()
        }
        for end in 0...events.count {
            let moment = Runtime.Moment.position(end == 0 ? 0 : events[end - 1].position)
            let origins = try #require(try await runtime.fieldOrigins(of: "ledger-1", asOf: moment))
            #expect(origins.map(\.path).sorted() == prefixes[end].keys.sorted())
            for origin in origins {
                let present = prefixes[end][origin.path]
                #expect(origin.json == present)
                let first = prefixes[...end].lastIndex { $0[origin.path] != present }.map { $0 + 1 } ?? 0
                #expect(Int(origin.origin?.version ?? 0) == first, "\(origin.path) at \(end)")
            }
        }
        await runtime.close()
    }

    @Test
    func `the history of a state has every change, and replaying it gives the state`() async throws {
        let (runtime, _) = try await filled(3)
        var replayed: [FieldPath: [UInt8]] = [:]
        let origins = try await runtime.fieldOrigins(of: "ledger-1") { change in
            #expect(replayed[change.path] != change.json, "\(change.path) did not change")
            replayed[change.path] = change.json
        }
        #expect(replayed == Dictionary(uniqueKeysWithValues: try #require(origins).map { ($0.path, $0.json ?? []) }))
        await runtime.close()
    }

    @Test
    func `a change names its event, time and actor`() async throws {
        let runtime = try runtime()
        let ledgers = Aggregates<LedgerDecider>(in: runtime.store)
        try await EventContext.with(actor: "grace") { _ = try await ledgers.execute(.opened(owner: "ada"), on: "1") }
        let origins = try #require(try await runtime.fieldOrigins(of: "ledger-1"))
        let event = try #require(try await runtime.store.read("ledger-1").collect().first)
        let owner = try #require(origins.first { $0.path == "owner" }?.origin)
        #expect(owner.position == 1)
        #expect(owner.type == event.type)
        #expect(owner.time == event.time)
        #expect(owner.actor == "grace")
        #expect(try await runtime.fieldOrigins(of: "order-1") == nil)
        await runtime.close()
    }

    @Test
    func `before an event that cannot be decoded, the values are known`() async throws {
        let runtime = try runtime()
        let opened = try LedgerDecider.Event.codec.encode(.opened(owner: "ada"))
        try await runtime.store.append([opened, EventData(type: opened.type, data: [])], to: "ledger-1")
        var failed: Position?
        let origins = try await runtime.fieldOrigins(of: "ledger-1", failed: { event, _ in failed = event.position })
        #expect(failed == 2)
        #expect(origins?.contains { $0.path == "owner" && $0.origin?.position == 1 } == true)
        await #expect(throws: EventDecodingError.self) { try await runtime.fieldOrigins(of: "ledger-1") }
        await runtime.close()
    }

    @Test
    func `the state of a stream is folded as of any moment`() async throws {
        let (runtime, events) = try await filled(1)
        var state = LedgerDecider.initialState
        for event in events {
            if let decoded = try LedgerDecider.Event.codec.decode(event) { LedgerDecider.evolve(&state, decoded) }
            let folded = try await runtime.state(of: "ledger-1", asOf: .position(event.position))
            #expect(folded?.json == StateValue(of: state).json)
        }
        #expect(try await runtime.state(of: "ledger-1")?.json == StateValue(of: state).json)
        #expect(try await runtime.state(of: "ledger-9")?.json == Array(#"{"case":"none"}"#.utf8))
        #expect(try await runtime.state(of: "order-1") == nil)
        await #expect(throws: EventStoreError.self) { try await runtime.state(of: "ledger-1", asOf: .position(999)) }
        await runtime.close()
    }

    @Test
    func `two deciders of one category are refused`() throws {
        let error = #expect(throws: EventStoreError.self) {
            try Runtime(on: Storage(store: InMemoryEventStore())) {
                DeciderDeclaration(LedgerDecider.self)
                DeciderDeclaration(LedgerDecider.self)
            }
        }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("ledger") == true)
    }
}
