import Nacre
import NacreTesting
import Synchronization
import Testing

@testable import NacreRuntime

/// Read models observed after each event, compared with a fold of the events.
@Suite
struct RowWatchTests {
    /// A parcel that exists after an event, with the position of the event that packed it.
    private struct Packed: Equatable {
        let position: Position
        var grams: Int?
    }

    /// A runtime with commits of generated events, some of them of streams that are no parcels.
    private func runtime(seed: UInt64, events: Int, streams: Int) async throws -> Runtime {
        let runtime = try Runtime(on: Storage(store: InMemoryEventStore())) { Parcels() }
        var random = SimulationRandom(seed: seed)
        var left = events
        while left > 0 {
            let count = min(left, Int.random(in: 1...5, using: &random))
            left -= count
            let entries = try (0..<count).map { _ in
                let number = Int.random(in: 0..<streams, using: &random)
                let event: ParcelEvent =
                    switch Int.random(in: 0..<6, using: &random) {
                    case 0...2: .packed(label: "\(number)")
                    case 3...4: .weighed(grams: Int.random(in: 0..<3, using: &random))
                    default: .lost
                    }
                return Commit.Entry(
                    stream: number == 0 ? "note-0" : StreamName("parcel-box\(number)"),
                    event: try ParcelEvent.codec.encode(event))
            }
            try await runtime.store.append(Commit(entries: entries))
        }
        return runtime
    }

    /// The parcels after each event, without the code under test.
    private func scan(_ store: any EventStore, _ body: (Position, [String: Packed]) -> Void) async throws {
        var parcels: [String: Packed] = [:]
        body(0, parcels)
        for event in try await store.readLog().collect() {
            if event.stream.category == "parcel", let decoded = try ParcelEvent.codec.decode(event) {
                let label = event.stream.id
                switch decoded {
                case .packed: if parcels[label] == nil { parcels[label] = Packed(position: event.position) }
                case .weighed(let grams): parcels[label]?.grams = grams
                case .lost: parcels[label] = nil
                }
            }
            body(event.position, parcels)
        }
    }

    private func observed(_ subject: RowSubject, in runtime: Runtime) async throws -> [(Position, RowObservation)] {
        let found = Mutex<[(Position, RowObservation)]>([])
        let head = try await runtime.store.head()
        try await runtime.watchRows(subject, of: "parcels", upTo: head) { position, observation in
            found.withLock { $0.append((position, observation)) }
        }
        return found.withLock { $0 }
    }

    private func expectCounts(of runtime: Runtime) async throws {
        var expected: [(Position, Int)] = []
        var last = 0
        try await scan(runtime.store) { position, parcels in
            if parcels.count != last { expected.append((position, parcels.count)) }
            last = parcels.count
        }
        let found = try await observed(.count, in: runtime)
        #expect(found.map(\.0) == expected.map(\.0))
        let counts = found.map { if case .count(let count) = $0.1 { count } else { -1 } }
        #expect(counts == expected.map(\.1))
    }

    @Test(arguments: UInt64(0)..<30)
    func `after each event, the number of rows is that of a scan`(seed: UInt64) async throws {
        let runtime = try await runtime(seed: seed, events: 200, streams: 6)
        try await expectCounts(of: runtime)
        await runtime.close()
    }

    @Test
    func `a long log, which two threads apply, is observed in its order`() async throws {
        let runtime = try await runtime(seed: 7, events: 20_000, streams: 40)
        try await expectCounts(of: runtime)
        await runtime.close()
    }

    @Test(arguments: UInt64(0)..<30)
    func `after each event, a row found by a unique index is that of a scan`(seed: UInt64) async throws {
        let runtime = try await runtime(seed: seed, events: 200, streams: 6)
        var expected: [(position: Position, row: Packed?)] = []
        try await scan(runtime.store) { expected.append(($0, $1["box1"])) }
        var rest = try await observed(.row(key: "box1"), in: runtime)[...]
        var json: [UInt8]?
        for (position, row) in expected {
            if let next = rest.first, next.0 == position {
                rest.removeFirst()
                json = if case .row(let value) = next.1 { value?.json } else { nil }
            }
            let wanted = row.map { #"{"label":"box1","grams":\#($0.grams.map { "\($0)" } ?? "null")}"# }
            #expect(json.map { String(decoding: $0, as: UTF8.self) } == wanted, "at \(position)")
        }
        #expect(rest.isEmpty)
        await runtime.close()
    }

    @Test
    func `a row is found by its key as a number, and an unknown key has none`() async throws {
        let runtime = try await runtime(seed: 2, events: 100, streams: 4)
        var packed: Position?
        try await scan(runtime.store) { packed = packed ?? $1["box1"].map(\.position) ?? nil }
        let position = try #require(packed)
        let first = try #require(try await observed(.row(key: "\(position)"), in: runtime).first)
        #expect(first.0 == position)
        #expect(try await observed(.row(key: "none"), in: runtime).isEmpty)
        await runtime.close()
    }

    @Test
    func `an error of the observer ends the replay, and an unknown projection is refused`() async throws {
        struct Stop: Error {}
        let runtime = try await runtime(seed: 3, events: 50, streams: 3)
        await #expect(throws: Stop.self) {
            try await runtime.watchRows(.count, of: "parcels", upTo: 50) { _, _ in throw Stop() }
        }
        let error = await #expect(throws: EventStoreError.self) {
            try await runtime.watchRows(.count, of: "parcel", upTo: 50) { _, _ in }
        }
        #expect(error?.code == .invalidArgument)
        await runtime.close()
    }
}
