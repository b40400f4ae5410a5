import DomainKit
import Nacre
import NacreTesting
import TestRandomness
import Testing

@testable import NacreTool

@Suite("Salvaging a log")
struct LogSalvageTests {
    /// A log of which some positions are damaged, in parts of a few events.
    private struct DamagedLog: StoreInspection {
        let events: [RecordedEvent]
        let lost: Set<Position>

        /// Damage that is not lost, at these positions.
        let unproven: Set<Position>
        let base: LogInspection

        func intactEvents(from position: Position) async throws -> IntactEvents {
            var found = IntactEvents()
            for event in events where event.position >= position && event.position < position + 3 {
                if lost.contains(event.position) {
                    found.damage.join(LogDamage(first: event.position, last: event.position, reason: "planted"))
                } else {
                    if unproven.contains(event.position) {
                        found.damage.join(
                            LogDamage(first: event.position, last: event.position, reason: "alone", isLost: false))
                    }
                    found.events.append(event)
                }
            }
            found.next = position + 3 <= Position(events.count) ? position + 3 : nil
            return found
        }

        func forEachStream(
            in category: String?, _ body: @escaping @Sendable (StreamSummary) throws -> Void
        ) async throws { try await base.forEachStream(in: category, body) }

        func catchUpIndex() async throws {}
        func statistics() async throws -> StoreStatistics { try await base.statistics() }

        func verify(
            progress: @escaping @Sendable (Position, Position) -> Void,
            finding: @escaping @Sendable (VerificationFinding) -> Void
        ) async throws -> VerificationSummary { try await base.verify(progress: progress, finding: finding) }
    }

    private func store(_ random: inout SeededGenerator) async throws -> InMemoryEventStore {
        let store = InMemoryEventStore()
        for number in 0..<20 {
            let entries = (0...random.below(4)).map { index in
                Commit.Entry(
                    stream: StreamName(index == 3 ? "$reserved" : "s-\(random.below(3))"),
                    event: EventData(
                        type: EventType("T\(number)"), schema: 1 + index,
                        time: Instant(nanosecondsSince1970: Int64(number) * 1_000_000_000, decimals: 0),
                        tags: ["t:\(index)"], data: random.bytes(9), metadata: Array(#"{"actor":"ada"}"#.utf8)))
            }
            try await store.append(Commit(entries: entries), as: .system)
        }
        return store
    }

    /// What must be the same of an event in the new store.
    private func kept(_ event: RecordedEvent) -> [String] {
        [
            event.id.description, event.stream.text, event.type.text, "\(event.schema)", event.time.description,
            "\(event.tags)", "\(event.data)", "\(event.metadata)",
        ]
    }

    @Test(
        "the new store has every event that is whole, as it was, and the list maps all positions",
        arguments: 0..<30 as Range<UInt64>)
    func property(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let source = try await store(&random)
        let events = try await source.readLog().collect()
        let share = seed == 0 ? 0 : seed == 1 ? 100 : random.below(60)
        let lost = Set(events.map(\.position).filter { _ in random.chance(share) })
        let unproven = Set(events.map(\.position).filter { _ in random.chance(5) })
        let target = InMemoryEventStore()
        var ranges: [SalvagedRange] = []
        var salvage = LogSalvage(
            of: DamagedLog(events: events, lost: lost, unproven: unproven, base: LogInspection(of: source)),
            into: target
        ) { ranges.append($0) }
        try await salvage.run()

        let whole = events.filter { !lost.contains($0.position) }
        let found = try await target.readLog().collect()
        #expect(found.map(kept) == whole.map(kept))
        #expect(salvage.summary.events == whole.count)
        var old: [Position: Position] = [:]
        for case .kept(let positions, let newFirst) in ranges {
            for position in positions { old[position] = newFirst + position - positions.lowerBound }
        }
        #expect(whole.map { old[$0.position] } == found.map(\.position))
        #expect(old.count == whole.count)
        var listed: Set<Position> = []
        for case .damaged(let damage) in ranges where damage.isLost {
            listed.formUnion(damage.first...(damage.last ?? 0))
        }
        #expect(listed == lost)
        // A commit that begins behind a lost event may have begun before it.
        let behind = whole.filter { lost.contains($0.position - 1) }.count
        #expect(salvage.summary.possiblyCutCommits == behind)
        #expect(salvage.summary.cuts.contains("perhaps") == (behind > 0))
        // A commit ends where it ended, or before a lost event.
        for (event, copy) in zip(whole, found) {
            let isCut = lost.contains(event.position + 1) || event.position == Position(events.count)
            #expect(copy.isLastOfCommit == (event.isLastOfCommit || isCut), "seed \(seed), \(event.position)")
        }
    }
}
