import DomainKit
import Nacre
import NacreTesting
import Testing

@testable import NacreRuntime

/// Edited histories, compared with stores that were built from the edited list of events.
@Suite
struct EditedHistoryTests {
    /// An event of the edited list, and the commit that it belongs to.
    private struct Listed {
        var entry: Commit.Entry
        let position: Position
        let commit: String
    }

    private func runtime(_ store: any EventStore = InMemoryEventStore()) throws -> Runtime {
        try Runtime(on: Storage(store: store)) {
            DeciderDeclaration(LedgerDecider.self)
            Ledgers()
            Parcels()
        }
    }

    /// A runtime with commits of generated events.
    private func filled(_ random: inout SimulationRandom, commits: Int = 40) async throws -> Runtime {
        let runtime = try runtime()
        for _ in 0..<commits {
            let entries = try (0..<Int.random(in: 1...4, using: &random)).map { _ in
                let number = Int.random(in: 0..<4, using: &random)
                return number == 3
                    ? Commit.Entry(stream: "note-1", event: EventData(type: "Noted", data: Array("{}".utf8)))
                    : Commit.Entry(
                        stream: StreamName("ledger-\(number)"),
                        event: try LedgerDecider.Event.codec.encode(LedgerDecider.event(using: &random)))
            }
            try await runtime.store.append(Commit(entries: entries))
        }
        return runtime
    }

    /// Edits of different events.
    private func edits(_ random: inout SimulationRandom, head: Position) throws -> [HistoryEdit] {
        var positions = Array(1...head).shuffled(using: &random)
        var edits: [HistoryEdit] = []
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            let after = Position.random(in: 0...head, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: edits.append(.remove(positions.removeLast()))
            case 1:
                // The fields of all types.
                let data = Array(#"{"owner":"zoe","amount":9,"index":0}"#.utf8)
                edits.append(.replace(positions.removeLast(), data: data))
            case 2: edits.append(.move(positions.removeLast(), after: after))
            default:
                var event = try LedgerDecider.Event.codec.encode(LedgerDecider.event(using: &random))
                event.id = EventID.timeOrdered(at: Instant(nanosecondsSince1970: Int64(edits.count), decimals: 9))
                let stream = StreamName("ledger-\(Int.random(in: 0..<5, using: &random))")
                edits.append(.insert(after: after, Commit.Entry(stream: stream, event: event)))
            }
        }
        // A type of which no event is replaced or moved.
        if Bool.random(using: &random), !edits.contains(where: \.keepsNoted) {
            edits.append(.removeAll(.type("Noted")))
        }
        return edits
    }

    /// The edited list, by another way than the code under test.
    private func edited(_ events: [RecordedEvent], by edits: [HistoryEdit]) -> [Listed] {
        var list: [Listed] = []
        var commit = 0
        func arrive(after position: Position, in commit: String?) {
            var inserted = Position(events.count)
            for (index, edit) in edits.enumerated() {
                let own = commit ?? "own \(position) \(index)"
                switch edit {
                case .move(let moved, position):
                    list.append(Listed(entry: events[Int(moved) - 1].entry, position: moved, commit: own))
                case .insert(let after, let entry):
                    inserted += 1
                    if after == position { list.append(Listed(entry: entry, position: inserted, commit: own)) }
                default: break
                }
            }
        }
        arrive(after: 0, in: nil)
        for event in events {
            var entry = event.entry
            var isKept = true
            for edit in edits {
                switch edit {
                case .remove(event.position), .move(event.position, _): isKept = false
                case .removeAll(let group): isKept = isKept && !Self.contains(group, event)
                case .replace(event.position, let data): entry.event.data = data
                default: break
                }
            }
            if isKept { list.append(Listed(entry: entry, position: event.position, commit: "\(commit)")) }
            arrive(after: event.position, in: event.isLastOfCommit ? nil : "\(commit)")
            if event.isLastOfCommit { commit += 1 }
        }
        return list
    }

    private static func contains(_ group: EventGroup, _ event: RecordedEvent) -> Bool {
        switch group {
        case .type(let type): event.type == type
        case .stream(let stream): event.stream == stream
        case .actor(let actor): event.context.actor == actor
        case .correlation(let id): event.context.correlationID == id
        case .positions(let positions): positions.contains(event.position)
        }
    }

    /// A runtime on a store that never had other events than those of the list.
    private func built(_ list: [Listed]) async throws -> Runtime {
        let runtime = try runtime()
        var entries: [Commit.Entry] = []
        for index in list.indices {
            entries.append(list[index].entry)
            guard index + 1 == list.count || list[index + 1].commit != list[index].commit else { continue }
            try await runtime.store.append(Commit(entries: entries))
            entries = []
        }
        return runtime
    }

    private func expectSame(_ found: RecordedEvent, _ expected: RecordedEvent) {
        #expect(found.stream == expected.stream && found.version == expected.version)
        #expect(found.id == expected.id && found.type == expected.type && found.data == expected.data)
        #expect(found.tags == expected.tags && found.metadata == expected.metadata)
        #expect(found.isLastOfCommit == expected.isLastOfCommit, "at \(expected.position)")
    }

    @Test(arguments: UInt64(0)..<120)
    func `an edited history is the log of a store that never had other events`(seed: UInt64) async throws {
        var random = SimulationRandom(seed: seed)
        let recorded = try await filled(&random)
        let events = try await recorded.store.readLog().collect()
        let edits = try edits(&random, head: Position(events.count))
        let history = try await recorded.edited(by: edits)
        let list = edited(events, by: edits)
        let expected = try await built(list)
        let store = EditedStore(history, now: Instant(nanosecondsSince1970: 0, decimals: 0))

        let log = try await expected.store.readLog().collect()
        #expect(history.count == Position(log.count))
        let found = try await store.readLog().collect()
        #expect(found.map(\.position) == log.map(\.position))
        for (found, expected) in zip(found, log) { expectSame(found, expected) }
        #expect(zip(found, found.dropFirst()).allSatisfy { $0.recordedAt <= $1.recordedAt })
        #expect(
            (1...max(1, history.count)).map { history.position(at: $0) }.prefix(log.count) == list.map(\.position)[...])

        // From every place, in both directions, and stream by stream.
        for start in stride(from: 0, through: history.count, by: 7) {
            #expect(try await store.readLog(.forward(after: start)).collect() == Array(found.dropFirst(Int(start))))
            #expect(
                try await store.readLog(.backward(from: start)).collect() == found.prefix(Int(start)).reversed())
        }
        for stream in Set(log.map(\.stream) + events.map(\.stream)) {
            let streamed = try await store.read(stream).collect()
            let wanted = try await expected.store.read(stream).collect()
            #expect(streamed.count == wanted.count)
            for (found, expected) in zip(streamed, wanted) { expectSame(found, expected) }
            #expect(try await store.version(of: stream) == expected.store.version(of: stream))
        }
        for event in found { #expect(try await store.event(withID: event.id)?.version == event.version) }

        // The commits, written to another store, are those of the built one.
        let copy = InMemoryEventStore()
        try await history.forEachCommit { try await copy.append($0, as: .system) }
        for (found, expected) in zip(try await copy.readLog().collect(), log) { expectSame(found, expected) }
        #expect(try await copy.head() == history.count)
        await recorded.close()
        await expected.close()
    }

    @Test(arguments: UInt64(0)..<60)
    func `read models and refusals are those of a store that never had other events`(seed: UInt64) async throws {
        var random = SimulationRandom(seed: seed)
        let recorded = try await filled(&random)
        let events = try await recorded.store.readLog().collect()
        let edits = try edits(&random, head: Position(events.count))
        let history = try await recorded.edited(by: edits)
        let list = edited(events, by: edits)
        let expected = try await built(list)

        let outcome = try await recorded.withModel(of: "ledgers", editedBy: history) { supposed in
            #expect(try await supposed.rows(of: "ledgers").map(\.row) == expected.models.rows(of: "ledgers").map(\.row))
            return try await supposed.differences(of: "ledgers", from: recorded.models)
        }
        guard case .complete(let differences) = outcome else { throw Unexpected() }
        let (present, supposed) = (try await rows(recorded), try await rows(expected))
        #expect(Set(differences.compactMap(\.name)) == Set(Set(present).symmetricDifference(supposed).map(\.name)))

        // Stream by stream, and in the order of the log, also with hardly any states in memory.
        var refused: [String] = []
        let summary = try await recorded.checkRules(of: history) { event, _ in refused.append(text(of: event)) }
        // Batches end at each position, and by events or by bytes.
        let batches = [RuleBatch(), RuleBatch(events: 1), RuleBatch(events: 7), RuleBatch(bytes: 100)]
        for (states, batch) in zip([1, 3, 1_000, 2, 1_000], batches + [batches[1]]) {
            var scanned: [String] = []
            let second = try await recorded.checkRules(of: history, oneByOne: 0, states: states, batch: batch) {
                event, _ in scanned.append(text(of: event))
            }
            #expect(scanned.sorted() == refused.sorted())
            #expect(second.judged == summary.judged && second.refused == summary.refused)
            #expect(Set(second.unjudged) == Set(summary.unjudged))
        }
        let known = try refusals(events).map(\.id)
        let log = try await expected.store.readLog().collect()
        let positions = Dictionary(uniqueKeysWithValues: zip(log.map(\.id), list.map(\.position)))
        let wanted = try refusals(log).filter { !known.contains($0.id) }
            .map { "\(positions[$0.id] ?? 0) \($0.stream) \($0.version)" }
        #expect(Set(refused) == Set(wanted) && refused.count == wanted.count)
        #expect(summary.refused == UInt64(refused.count))
        await recorded.close()
        await expected.close()
    }

    private func text(of event: RecordedEvent) -> String { "\(event.position) \(event.stream) \(event.version)" }

    private struct Unexpected: Error {}

    /// The rows of the ledgers, with the names by which differences know them.
    private func rows(_ runtime: Runtime) async throws -> [NamedRow] {
        try await runtime.models[Ledgers.self].read { tables in
            try tables.ledgers.rows().map { NamedRow(name: "\($0.key)", row: $0.row) }
        }
    }

    private struct NamedRow: Hashable {
        let name: String
        let row: Ledgers.Ledger
    }

    /// The events of ledgers that the rules refuse.
    private func refusals(_ events: [RecordedEvent]) throws -> [RecordedEvent] {
        var states: [StreamName: LedgerDecider.Ledger] = [:]
        return try events.filter { event in
            guard event.stream.category == "ledger", let decoded = try LedgerDecider.Event.codec.decode(event) else {
                return false
            }
            let isRefused = !LedgerDecider.allows(decoded, in: states[event.stream, default: .none])
            LedgerDecider.evolve(&states[event.stream, default: .none], decoded)
            return isRefused
        }
    }

    @Test
    func `groups of events are left out together`() async throws {
        var random = SimulationRandom(seed: 11)
        let recorded = try await filled(&random, commits: 10)
        for (number, context) in [#"{"actor":"ada"}"#, #"{"actor":"bob","correlationId":"r"}"#, "{}"].enumerated() {
            let event = EventData(type: "Noted", data: Array("{}".utf8), metadata: Array(context.utf8))
            try await recorded.store.append([event, event], to: StreamName("note-\(number)"))
        }
        let events = try await recorded.store.readLog().collect()
        let groups: [EventGroup] = [
            .actor("ada"), .correlation("r"), .stream("ledger-1"), .stream("note-2"), .positions(3...8), .type("Noted"),
        ]
        for groups in groups.map({ [$0] }) + [Array(groups.prefix(5))] {
            let edits = groups.map { HistoryEdit.removeAll($0) }
            let history = try await recorded.edited(by: edits)
            let list = edited(events, by: edits)
            #expect(list.count < events.count)
            #expect((0..<history.count).map { history.position(at: $0 + 1) } == list.map(\.position))
        }
        for range in [0...2, 5...Position(events.count + 1)] as [ClosedRange<Position>] {
            let error = await #expect(throws: EventStoreError.self) {
                try await recorded.edited(by: [.removeAll(.positions(range))])
            }
            #expect(error?.code == .noSuchPosition)
        }
        await recorded.close()
    }

    @Test
    func `without edits, nothing differs and no stream is judged`() async throws {
        var random = SimulationRandom(seed: 5)
        let recorded = try await filled(&random)
        let history = try await recorded.edited(by: [])
        #expect(history.changedStreams.isEmpty)
        #expect(recorded.projections(changedBy: history).isEmpty)
        let outcome = try await recorded.withModel(of: "ledgers", editedBy: history) { supposed in
            try await supposed.differences(of: "ledgers", from: recorded.models)
        }
        guard case .complete(let differences) = outcome else { throw Unexpected() }
        #expect(differences.isEmpty)
        let summary = try await recorded.checkRules(of: history) { event, _ in Issue.record("refused \(event)") }
        #expect(summary.judged == 0 && summary.unjudged.isEmpty)
        await recorded.close()
    }

    @Test
    func `edits that cannot be are refused`() async throws {
        let recorded = try runtime()
        let event = try ParcelEvent.codec.encode(.lost)
        try await recorded.store.append([event, event], to: "parcel-1")
        let taken = try await recorded.store.event(at: 1).id
        var copy = event
        copy.id = taken
        let entry = Commit.Entry(stream: "parcel-1", event: event)
        let cases: [([HistoryEdit], EventStoreError.Code)] = [
            ([.remove(3)], .noSuchPosition), ([.remove(0)], .noSuchPosition),
            ([.replace(9, data: [])], .noSuchPosition),
            ([.move(1, after: 3)], .noSuchPosition), ([.move(3, after: 1)], .noSuchPosition),
            ([.insert(after: 3, entry)], .noSuchPosition), ([.remove(1), .move(1, after: 2)], .invalidArgument),
            ([.insert(after: 1, Commit.Entry(stream: "parcel-1", event: copy))], .idempotencyMismatch),
            ([.insert(after: 1, Commit.Entry(stream: "", event: event))], .invalidArgument),
            ([.removeAll(.type(event.type)), .replace(1, data: [])], .invalidArgument),
        ]
        for (edits, code) in cases {
            let error = await #expect(throws: EventStoreError.self) { try await recorded.edited(by: edits) }
            #expect(error?.code == code, "\(edits)")
        }
        await recorded.close()
    }

    @Test
    func `events are inserted into an empty log`() async throws {
        let recorded = try runtime()
        let entry = Commit.Entry(stream: "parcel-1", event: try ParcelEvent.codec.encode(.packed(label: "1")))
        let history = try await recorded.edited(by: [.insert(after: 0, entry), .insert(after: 0, entry)])
        let store = EditedStore(history, now: Instant(nanosecondsSince1970: 0, decimals: 0))
        #expect(try await store.readLog().collect().map(\.version) == [1, 2])
        #expect(try await store.event(at: 2).isLastOfCommit)
        await #expect(throws: EventStoreError.self) { try await store.event(at: 3) }
        await #expect(throws: EventStoreError.self) { try await store.append([entry.event], to: "parcel-1") }
        await recorded.close()
    }
}

extension RecordedEvent {
    /// The event as it was appended.
    fileprivate var entry: Commit.Entry {
        Commit.Entry(
            stream: stream,
            event: EventData(
                id: id, type: type, schema: schema, time: time, tags: tags, data: data, metadata: metadata))
    }
}
