import DomainKit
import Nacre
import Synchronization
import TestRandomness
import Testing

@Suite
struct SnapshotTests {
    private static let model = "snapshots-sale"

    private let store = InMemoryEventStore()
    private let models = InMemoryReadModelStore()

    /// Aggregates with a snapshot every three events, which record the decoded tickets and the notices.
    private func sales(
        in store: (any EventStore)? = nil, named name: String = "sale", schema: Int = 1, every events: Int = 3,
        decoded: DecodedTickets = DecodedTickets(), notices: SnapshotNotices = SnapshotNotices()
    ) -> Aggregates<TicketDecider> {
        let snapshots = Snapshots(
            name, in: models, codec: JSONSnapshotCodec<[Int]>(schema: schema), every: events, notice: notices.add)
        return Aggregates("sale", in: store ?? self.store, codec: decoded).withSnapshots(snapshots)
    }

    private func row(of stream: StreamName = "sale-42") throws -> [UInt8]? {
        try models.read(Self.model) { try $0.value(for: Array(stream.text.utf8), in: 0) }
    }

    private func setRow(_ row: [UInt8], of stream: StreamName = "sale-42") throws {
        try models.write(Self.model) { try $0.setValue(row, for: Array(stream.text.utf8), in: 0) }
    }

    @Test
    func `after a snapshot only newer events are folded`() async throws {
        try await sales().execute(.sell(7), on: "42")
        #expect(try await sales().load("42").state == Array(1...7))
        try await sales().execute(.sell(2), on: "42")
        let decoded = DecodedTickets()
        #expect(try await sales(decoded: decoded).load("42") == Versioned(state: Array(1...9), version: 9))
        #expect(decoded.numbers == [8, 9])
    }

    @Test
    func `a snapshot is written after the configured number of folded events, and not before`() async throws {
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
    func `few or many events after a snapshot are folded in order`(count: Int) async throws {
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
    func `foreign event types count towards a snapshot's version`() async throws {
        try await store.append((0..<5).map { _ in EventData(type: "Noted", data: []) }, to: "sale-42")
        _ = try await sales().load("42")
        let decoded = DecodedTickets()
        #expect(try await sales(decoded: decoded).load("42") == Versioned(state: [], version: 5))
        #expect(decoded.asked == 0)
    }

    @Test
    func `after snapshots are deleted, all events are folded`() async throws {
        try await sales().execute(.sell(7), on: "42")
        _ = try await sales().load("42")
        try models.write(Self.model) { try $0.removeAll() }
        let decoded = DecodedTickets()
        #expect(try await sales(decoded: decoded).load("42").state == Array(1...7))
        #expect(decoded.numbers == Array(1...7))
    }

    @Test
    func `a snapshot of another schema is ignored and replaced`() async throws {
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
    func `snapshots of another name belong to another decider`() async throws {
        try await sales().execute(.sell(7), on: "42")
        _ = try await sales().load("42")
        let decoded = DecodedTickets()
        _ = try await sales(named: "returns", decoded: decoded).load("42")
        #expect(decoded.numbers == Array(1...7))
    }

    @Test
    func `a snapshot of another store is ignored, with a notice`() async throws {
        try await sales().execute(.sell(7), on: "42")
        _ = try await sales().load("42")
        let other = InMemoryEventStore()
        try await sales(in: other).execute(.sell(2), on: "42")
        let notices = SnapshotNotices()
        let loaded = try await sales(in: other, notices: notices).load("42")
        #expect(loaded == Versioned(state: [1, 2], version: 2))
        #expect(notices.streams == ["sale-42"])
    }

    @Test(arguments: [2, 7, 9])
    func `a snapshot of another history of the same store is ignored, whatever its length, with a notice`(
        count: Int
    ) async throws {
        // As after an old copy of a store was restored and written to: same identity, other events.
        let (first, second) = (InMemoryEventStore.withIDs(of: 1), InMemoryEventStore.withIDs(of: 2))
        #expect(first.id == second.id)
        try await sales(in: first).execute(.sell(7), on: "42")
        _ = try await sales(in: first).load("42")
        try await Aggregates<TicketDecider>("sale", in: second, codec: TicketCodec()).execute(.sell(count), on: "42")
        let decoded = DecodedTickets()
        let notices = SnapshotNotices()
        #expect(try await sales(in: second, decoded: decoded, notices: notices).load("42").state == Array(1...count))
        #expect(decoded.numbers == Array(1...count))
        #expect(notices.streams == ["sale-42"])
    }

    @Test
    func `a damaged snapshot is ignored, with a notice, wherever the damage is`() async throws {
        try await sales().execute(.sell(7), on: "42")
        _ = try await sales().load("42")
        let whole = try #require(try row())
        var damaged = whole.indices.map { Array(whole[..<$0]) }
        damaged += [[0], [255], whole + [0xFF], [9] + whole.dropFirst()]
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
    func `another stream's snapshot under this one's name is ignored, with a notice`() async throws {
        for id in ["42", "43"] {
            try await store.append([TicketCodec().encode(.sold(number: id == "42" ? 1 : 2))], to: "sale-\(id)")
            _ = try await sales(every: 1).load(id)
        }
        try setRow(try #require(try row()), of: "sale-43")
        let notices = SnapshotNotices()
        #expect(try await sales(notices: notices).load("43") == Versioned(state: [2], version: 1))
        #expect(notices.streams == ["sale-43"])
    }

    @Test
    func `commands continue without snapshots if they cannot be stored, with a notice`() async throws {
        models.close()
        let notices = SnapshotNotices()
        let sales = sales(notices: notices)
        try await sales.execute(.sell(7), on: "42")
        #expect(try await sales.load("42").state == Array(1...7))
        // The first command finds none; the load finds none and cannot store one.
        #expect(notices.streams == ["sale-42", "sale-42", "sale-42"])
    }

    @Test(arguments: UInt64(0)..<100)
    func `for any history, a snapshot and its tail give the state of all events`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var store = InMemoryEventStore.withIDs(of: 1)
        // All that were ever stored: of both streams, of older positions, of other histories with and without the
        // identity.
        var rows: [[UInt8]] = []
        for step in 0..<40 {
            let id = random.chance(50) ? "1" : "2"
            let stream = StreamName("sale-\(id)")
            switch random.below(12) {
            case 0: try await store.append([EventData(type: "Noted", data: [])], to: stream)
            case 1: try models.write(Self.model) { try $0.removeAll() }
            case 2: store = .withIDs(of: UInt64(2 + step))
            case 3: store = InMemoryEventStore()
            case 4, 5: if let row = rows.randomElement(using: &random) { try setRow(row, of: stream) }
            case 6:
                guard let row = try row(of: stream) else { continue }
                try setRow(Array(row[..<random.below(row.count)]), of: stream)
            default:
                // Random, so that no two histories give the same state.
                let numbers = (0...random.below(4)).map { _ in random.below(1_000_000) }
                try await store.append(numbers.map { TicketCodec().encode(.sold(number: $0)) }, to: stream)
            }
            let remembered = try await sales(in: store, every: 1 + random.below(6)).load(id)
            let folded = try await Aggregates<TicketDecider>("sale", in: store, codec: TicketCodec()).load(id)
            #expect(remembered == folded)
            if let row = try row(of: stream), rows.last != row { rows.append(row) }
        }
    }
}

/// Tickets, recording which of them were decoded.
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

/// The notices of snapshots.
final class SnapshotNotices: Sendable {
    private let told = Mutex<[StreamName]>([])

    var streams: [StreamName] { told.withLock(\.self) }

    @Sendable func add(_ stream: StreamName, _ error: any Error) {
        told.withLock { $0.append(stream) }
    }
}

extension InMemoryEventStore {
    /// A store with a fixed identity, and events with ids of its own series.
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
