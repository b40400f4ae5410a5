import DomainKit
import Nacre
import Synchronization
import TestFolders
import TestRandomness
import TestTraits
import Testing

@testable import NacreLMDB

/// Snapshots damaged by a disk or made obsolete by another log.
@Suite(.fewAtOnce)
struct SnapshotDamageTests {
    /// What happens to a snapshot's row.
    enum Damage: CaseIterable {
        /// It is truncated.
        case cut

        /// One to three of its bits are flipped.
        case flipped

        /// Another stream's row replaces it, as after a misdirected page.
        case anotherStreams

        /// It was saved from another log with the same id.
        case anotherHistorys

        /// It is an earlier one of the same stream, which is still valid.
        case older
    }

    private static let model = "snapshots-tally"

    private let folder: TemporaryFolder
    private let models: LMDBReadModelStore

    init() throws {
        folder = try TemporaryFolder()
        models = try folder.views()
    }

    private func tallies(_ log: InMemoryEventStore, _ codec: TallyCodec, _ notices: Notices) -> Aggregates<Tally> {
        Aggregates("tally", in: log, codec: codec).withSnapshots(
            Snapshots(
                "tally", in: models, codec: JSONSnapshotCodec(schema: 1), every: 3,
                notice: { notices.add("\($0): \($1)") }))
    }

    private func key(_ id: String) throws -> [UInt8] {
        let generation = try #require(try models.read(Self.model) { try $0.generation() })
        return ViewsFormat.prefix(of: UInt32(generation), table: 0) + "tally-\(id)".utf8
    }

    /// The bytes of a snapshot's row, its checksum among them.
    private func row(_ id: String) throws -> [UInt8] {
        let key = try key(id)
        return try models.withAccess { access in
            try key.withUnsafeBytes { [UInt8](try #require(try access.get($0))) }
        }
    }

    private func setRow(_ row: [UInt8], _ id: String) throws {
        let key = try key(id)
        try models.change { access in
            try access.put(key, row)
            return ((), isChanged: true)
        }
    }

    @Test(arguments: Damage.allCases, UInt64(0)..<6)
    func `a damaged snapshot never changes the state`(
        _ damage: Damage, seed: UInt64
    ) async throws {
        defer { models.close() }
        var random = SeededGenerator(seed: seed)
        let (log, other) = (InMemoryEventStore.withIDs(of: 1), InMemoryEventStore.withIDs(of: 2))
        var earlier: [String: [UInt8]] = [:]
        for _ in 0..<6 {
            for log in [log, other] {
                for id in ["1", "2"].shuffled(using: &random) { try await log.count(3 + random.below(4), id, &random) }
            }
            let id = random.chance(50) ? "1" : "2"
            for id in ["1", "2"] { _ = try await tallies(log, TallyCodec(), Notices()).load(id) }
            let saved = try row(id)
            switch damage {
            case .cut: try setRow(Array(saved[..<random.below(saved.count)]), id)
            case .flipped:
                var row = saved
                for bit in Set((0...random.below(3)).map { _ in random.below(saved.count * 8) }) {
                    row[bit / 8] ^= 1 << (bit % 8)
                }
                try setRow(row, id)
            case .anotherStreams: try setRow(try row(id == "1" ? "2" : "1"), id)
            case .anotherHistorys: _ = try await tallies(other, TallyCodec(), Notices()).load(id)
            case .older: try setRow(earlier[id] ?? saved, id)
            }
            earlier[id] = saved
            try await log.count(random.below(5), id, &random)

            let (decoded, notices) = (TallyCodec(), Notices())
            let remembered = try await tallies(log, decoded, notices).load(id)
            let folded = try await Aggregates<Tally>("tally", in: log, codec: TallyCodec()).load(id)
            #expect(remembered == folded)
            #expect((decoded.count == folded.state.count) == (damage != .older))
            #expect(
                notices.all.count == ([.cut, .flipped, .anotherStreams, .anotherHistorys].contains(damage) ? 1 : 0))
            // A state that was replayed is saved again.
            let (again, none) = (TallyCodec(), Notices())
            #expect(try await tallies(log, again, none).load(id) == folded)
            #expect(none.all.isEmpty)
            #expect(again.count < 3)
        }
    }
}

/// What was counted, in order.
private enum Tally: Decider {
    struct Counted: DomainEvent { let number: Int }

    static let initialState: [Int] = []

    static func decide(_ command: [Counted], _ state: [Int]) -> [Counted] { command }

    static func evolve(_ state: inout [Int], _ event: Counted) { state.append(event.number) }
}

/// Numbers in the log, and how many were read from there.
private final class TallyCodec: EventCodec {
    private let decoded = Mutex(0)

    var count: Int { decoded.withLock(\.self) }

    func encode(_ event: Tally.Counted) -> EventData {
        EventData(type: "Counted", data: Array("\(event.number)".utf8))
    }

    func decode(_ recorded: RecordedEvent) throws(EventDecodingError) -> Tally.Counted? {
        decoded.withLock { $0 += 1 }
        return Int(String(decoding: recorded.data, as: UTF8.self)).map(Tally.Counted.init)
    }
}

extension InMemoryEventStore {
    /// A store with the common id, and events with ids of their own series.
    fileprivate static func withIDs(of series: UInt64) -> InMemoryEventStore {
        let count = Mutex<UInt64>(0)
        return InMemoryEventStore { _ in
            count.withLock { count in
                defer { count += 1 }
                return EventID(high: count == 0 ? 0 : series, low: count)
            }
        }
    }

    /// Appends numbers, drawn at random, so that no two histories make the same state.
    fileprivate func count(_ count: Int, _ id: String, _ random: inout SeededGenerator) async throws {
        for _ in 0..<count {
            let event = Tally.Counted(number: random.below(1_000_000))
            try await append([TallyCodec().encode(event)], to: "tally-\(id)")
        }
    }
}
