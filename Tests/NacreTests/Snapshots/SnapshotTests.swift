import DomainKit
import Nacre
import Synchronization
import TestRandomness
import Testing

@Suite
struct SnapshotTests {
    private static let model = "snapshots-sale"
    private static let key = Array("sale-42".utf8)

    private let store = InMemoryEventStore()
    private let models = InMemoryReadModelStore()

    /// Aggregates that remember every third state, and tell which tickets they decode and what goes wrong.
    private func sales(
        in store: (any EventStore)? = nil, named name: String = "sale", schema: Int = 1, every events: Int = 3,
        decoded: DecodedTickets = DecodedTickets(), notices: SnapshotNotices = SnapshotNotices()
    ) -> Aggregates<TicketDecider> {
        let snapshots = Snapshots(
            name, in: models, codec: JSONSnapshotCodec<[Int]>(schema: schema), every: events, notice: notices.add)
        return Aggregates("sale", in: store ?? self.store, codec: decoded).remembering(snapshots)
    }

    private func row() throws -> [UInt8]? {
        try models.read(Self.model) { try $0.value(for: Self.key, in: 0) }
    }

    private func setRow(_ row: [UInt8]) throws {
        try models.write(Self.model) { try $0.setValue(row, for: Self.key, in: 0) }
    }

    @Test
    func `behind a snapshot only what came since is folded`() async throws {
        try await sales().execute(.sell(7), on: "42")
        #expect(try await sales().load("42").state == Array(1...7))
        try await sales().execute(.sell(2), on: "42")
        let decoded = DecodedTickets()
        #expect(try await sales(decoded: decoded).load("42") == Versioned(state: Array(1...9), version: 9))
        #expect(decoded.numbers == [8, 9])
    }

    @Test
    func `a state is remembered when so many events were folded, and not before`() async throws {
        try await sales().execute(.sell(2), on: "42")
        _ = try await sales().load("42")
        #expect(try row() == nil)
        try await sales().execute(.sell(1), on: "42")
        _ = try await sales().load("42")
        let first = try #require(try row())
        try await sales().execute(.sell(2), on: "42")
        _ = try await sales().load("42")
        #expect(try row() == first)
        try await sales().execute(.sell(1), on: "42")
        _ = try await sales().load("42")
        #expect(try row() != first)
    }

    @Test(arguments: [0, 1, 1_023, 1_024, 1_025, 3_000])
    func `few or many events behind a snapshot are folded in order`(count: Int) async throws {
        try await sales().execute(.sell(7), on: "42")
        _ = try await sales().load("42")
        let codec = TicketCodec()
        if count > 0 {
            try await store.append((0..<count).map { codec.encode(.sold(number: 100 + $0)) }, to: "sale-42")
        }
        let decoded = DecodedTickets()
        let loaded = try await sales(every: 10_000, decoded: decoded).load("42")
        #expect(loaded == Versioned(state: Array(1...7) + (0..<count).map { 100 + $0 }, version: UInt64(7 + count)))
        #expect(decoded.asked == count)
    }

    @Test
    func `events of foreign types count for the version of a snapshot`() async throws {
        try await store.append((0..<5).map { _ in EventData(type: "Noted", data: []) }, to: "sale-42")
        _ = try await sales().load("42")
        let decoded = DecodedTickets()
        #expect(try await sales(decoded: decoded).load("42") == Versioned(state: [], version: 5))
        #expect(decoded.asked == 0)
    }

    @Test
    func `without snapshots that were thrown away everything is folded`() async throws {
        try await sales().execute(.sell(7), on: "42")
        _ = try await sales().load("42")
        try models.write(Self.model) { try $0.removeAll() }
        let decoded = DecodedTickets()
        #expect(try await sales(decoded: decoded).load("42").state == Array(1...7))
        #expect(decoded.numbers == Array(1...7))
    }

    @Test
    func `a snapshot of another schema is not used, and replaced`() async throws {
        try await sales().execute(.sell(7), on: "42")
        _ = try await sales().load("42")
        let old = try row()
        let decoded = DecodedTickets()
        _ = try await sales(schema: 2, decoded: decoded).load("42")
        #expect(decoded.numbers == Array(1...7))
        #expect(try row() != old)
        let again = DecodedTickets()
        _ = try await sales(schema: 2, decoded: again).load("42")
        #expect(again.numbers == [])
    }

    @Test
    func `snapshots of another name are another decider's`() async throws {
        try await sales().execute(.sell(7), on: "42")
        _ = try await sales().load("42")
        let decoded = DecodedTickets()
        _ = try await sales(named: "returns", decoded: decoded).load("42")
        #expect(decoded.numbers == Array(1...7))
    }

    @Test
    func `a snapshot of another store is not used`() async throws {
        try await sales().execute(.sell(7), on: "42")
        _ = try await sales().load("42")
        let other = InMemoryEventStore()
        try await sales(in: other).execute(.sell(2), on: "42")
        #expect(try await sales(in: other).load("42") == Versioned(state: [1, 2], version: 2))
    }

    @Test(arguments: [2, 7, 9])
    func `a snapshot of another history of the same store is not used, however long that is`(count: Int) async throws {
        // As when an old copy of a store is put in its place, and written to: same identity, other events.
        let (first, second) = (InMemoryEventStore.withIDs(of: 1), InMemoryEventStore.withIDs(of: 2))
        #expect(first.id == second.id)
        try await sales(in: first).execute(.sell(7), on: "42")
        _ = try await sales(in: first).load("42")
        try await Aggregates<TicketDecider>("sale", in: second, codec: TicketCodec()).execute(.sell(count), on: "42")
        let decoded = DecodedTickets()
        #expect(try await sales(in: second, decoded: decoded).load("42").state == Array(1...count))
        #expect(decoded.numbers == Array(1...count))
    }

    @Test
    func `a damaged snapshot is not used, and said so, wherever the damage is`() async throws {
        try await sales().execute(.sell(7), on: "42")
        _ = try await sales().load("42")
        let whole = try #require(try row())
        var damaged = whole.indices.map { Array(whole[..<$0]) }
        damaged += [[0], [255], whole + [0xFF], [whole[0]] + [9] + whole.dropFirst(2)]
        for row in damaged {
            try setRow(row)
            let decoded = DecodedTickets()
            let notices = SnapshotNotices()
            let loaded = try await sales(decoded: decoded, notices: notices).load("42")
            #expect(loaded == Versioned(state: Array(1...7), version: 7))
            #expect(decoded.numbers == Array(1...7))
            #expect(notices.streams == ["sale-42"])
            #expect(try self.row() == whole)
        }
    }

    @Test
    func `where snapshots cannot be kept commands go on without, and it is said`() async throws {
        models.close()
        let notices = SnapshotNotices()
        let sales = sales(notices: notices)
        try await sales.execute(.sell(7), on: "42")
        #expect(try await sales.load("42").state == Array(1...7))
        // The first command finds none; the load finds none and cannot keep one.
        #expect(notices.streams == ["sale-42", "sale-42", "sale-42"])
    }

    @Test(arguments: UInt64(0)..<100)
    func `whatever the history, a snapshot and its tail make the state that all events make`(seed: UInt64) async throws
    {
        var random = SeededGenerator(seed: seed)
        var store = InMemoryEventStore()
        for _ in 0..<30 {
            let id = ["1", "2"].randomElement(using: &random) ?? "1"
            let interval = Int.random(in: 1...6, using: &random)
            switch Int.random(in: 0..<12, using: &random) {
            case 0: try await store.append([EventData(type: "Noted", data: [])], to: "sale-\(id)")
            case 1: try models.write(Self.model) { try $0.removeAll() }
            case 2: store = InMemoryEventStore()
            case 3:
                let byte = UInt8.random(in: .min ... .max, using: &random)
                try models.write(Self.model) { try $0.setValue([byte, byte], for: Array("sale-\(id)".utf8), in: 0) }
            default:
                try await sales(in: store, every: interval).execute(
                    .sell(Int.random(in: 0...3, using: &random)), on: id)
            }
            let remembered = try await sales(in: store, every: interval).load(id)
            let folded = try await Aggregates<TicketDecider>("sale", in: store, codec: TicketCodec()).load(id)
            #expect(remembered == folded)
        }
    }
}

/// Tickets, and which of them were decoded.
final class DecodedTickets: EventCodec {
    private let codec = TicketCodec()
    private let state = Mutex<(asked: Int, numbers: [Int])>((0, []))

    var asked: Int { state.withLock { $0.asked } }
    var numbers: [Int] { state.withLock { $0.numbers } }

    func encode(_ event: TicketDecider.Event) -> EventData { codec.encode(event) }

    func decode(_ recorded: RecordedEvent) throws(EventDecodingError) -> TicketDecider.Event? {
        let event = try codec.decode(recorded)
        state.withLock { state in
            state.asked += 1
            if case .sold(let number)? = event { state.numbers.append(number) }
        }
        return event
    }
}

/// What snapshots said.
final class SnapshotNotices: Sendable {
    private let told = Mutex<[StreamName]>([])

    var streams: [StreamName] { told.withLock(\.self) }

    @Sendable func add(_ stream: StreamName, _ error: any Error) {
        told.withLock { $0.append(stream) }
    }
}

extension InMemoryEventStore {
    /// A store with the identity that all of them have, and events with ids of a series of their own.
    fileprivate static func withIDs(of series: UInt64) -> InMemoryEventStore {
        let count = Mutex<UInt64>(0)
        return InMemoryEventStore { _ in
            count.withLock { count in
                defer { count += 1 }
                return EventID(high: count == 0 ? 0 : series, low: count)
            }
        }
    }
}
