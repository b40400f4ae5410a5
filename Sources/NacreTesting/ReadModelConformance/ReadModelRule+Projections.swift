internal import Nacre
internal import Synchronization

extension ReadModelRule {
    /// Projections over the store, with a log in memory.
    static let projections: [ReadModelRule] = [
        .core("each event takes effect once, despite interrupted transactions and concurrent runners") {
            store in
            let log = try await log(of: 12)
            let runner = TallyProjection().runner(on: log, InterruptedModels(store), events: 2)
            var interruptions = 0
            while interruptions < 100 {
                do {
                    try await runner.catchUp()
                    break
                } catch is Refusal {
                    interruptions += 1
                }
            }
            try requireEqual(interruptions, 6, "how often it was interrupted")
            try requireEqual(try store.tally(), (1...12).tallied(), "the events")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for events in 1...4 {
                    let runner = TallyProjection(name: "shared").runner(on: log, store, events: events)
                    group.addTask { try await runner.catchUp() }
                }
                try await group.waitForAll()
            }
            try requireEqual(try store.tally("shared"), (1...12).tallied(), "the events that four runners applied")
        },
        .core(
            "a projection of the same name and version with another query or tables is refused, naming the difference"
        ) {
            store in
            let log = try await log(of: 3)
            let own = TallyProjection(query: .types("Happened"), tables: [TableDefinition(0, indexes: [.init(1)])])
            try await own.runner(on: log, store).catchUp()
            let state = try store.state()
            var (query, tables, indexes) = (own, own, own)
            query.query = .types("Happened", "Other")
            tables.tables.append(TableDefinition(7))
            indexes.tables = [TableDefinition(0, indexes: [.init(1, isUnique: true)])]
            for (other, difference) in [(query, "\"Other\""), (tables, "table 7"), (indexes, "unique")] {
                let runner = other.runner(on: log, store)
                for rebuilds in [false, true] {
                    let error = try await requireError(.otherProjection, "one that differs in \(difference)") {
                        _ = rebuilds ? try await runner.rebuild() : try await runner.catchUp()
                    }
                    try requireNamed(["\"tally\"", difference], in: error, "its refusal")
                }
            }
            try requireEqual(try store.tally(), (1...3).tallied(), "the events")
            try requireEqual(try store.state(), state, "the state")
            try requireEqual(try await own.runner(on: log, store).catchUp(), 3, "the position of its own projection")
        },
        .core("two projections of one name in one program are refused, even with equal definitions") {
            store in
            let log = try await log(of: 2)
            try await TallyProjection().runner(on: log, store).catchUp()
            try await log.append([.fact()], to: "a-1")
            let other = ProjectionRunner(projection: AlsoTallying(), store: log, models: store)
            let error = try await requireError(.otherProjection, "the other projection") { try await other.catchUp() }
            try requireNamed(["\"tally\"", "AlsoTallying"], in: error, "its refusal")
            try requireEqual(try store.tally(), (1...2).tallied(), "the events")
            // Any number of runners may run the same projection, also in a newer version.
            try await TallyProjection().runner(on: log, store).catchUp()
            try await TallyProjection(schemaVersion: 2).runner(on: log, store).catchUp()
            try requireEqual(try store.tally(), (1...3).tallied(version: 2), "the events in the end")
        },
        .core(
            "a new schema version is built beside the live model, which serves until an atomic swap"
        ) {
            store in
            let log = try await log(of: 6)
            try await TallyProjection().runner(on: log, store).catchUp()
            var seen: [[TalliedRow]?] = []
            try await TallyProjection(schemaVersion: 2).runner(on: log, store, events: 2).catchUp { _, _ in
                seen.append(try? store.tally())
            }
            try requireEqual(
                seen, Array(repeating: (1...6).tallied(), count: 3), "what the live model served meanwhile")
            try requireEqual(try store.tally(), (1...6).tallied(version: 2), "the events in the end")
            try requireEqual(try store.state()?.schemaVersion, 2, "the schema version")
            let error = try await requireError(.newerReadModel, "the old program") {
                try await TallyProjection().runner(on: log, store).catchUp()
            }
            try requireNamed(["version 2"], in: error, "its refusal")
        },
        .core("a rebuild can report how the live model differs, and swaps atomically") { store in
            let log = try await log(of: 4)
            let runner = TallyProjection().runner(on: log, store, events: 2)
            try await runner.catchUp()
            try store.write("tally") { try $0.setValue([9, 1], for: $0.rows(in: 0)[1].key, in: 0) }
            let wrong = try store.tally()
            let found = Mutex<[String]>([])
            var seen: [[TalliedRow]?] = []
            try await runner.rebuild(
                progress: { _, _ in seen.append(try? store.tally()) },
                report: { difference in found.withLock { $0.append(difference.description) } })
            try requireEqual(seen, [wrong, wrong], "what the live model served meanwhile")
            try requireEqual(
                found.withLock(\.self), ["different: \(wrong[1]), the log says \(TalliedRow(2))"], "the differences")
            try requireEqual(try store.tally(), (1...4).tallied(), "the events in the end")
            try requireEqual(try store.state()?.checkpoint, try await log.checkpoint(at: 4), "the checkpoint")
            try requireEqual(try store.read("tally") { try $0.shadow().generation() }, nil, "the shadow's generation")
        },
        .core("an interrupted rebuild resumes, and the live model serves meanwhile") { store in
            let log = try await log(of: 6)
            try await TallyProjection().runner(on: log, store).catchUp()
            // The states of the new shadow and of its first batch are written, that of the second is not.
            let interrupted = TallyProjection().runner(on: log, InterruptedModels(store, sparing: 2), events: 2)
            do {
                try await interrupted.rebuild()
                throw ConformanceFailure(finding: "the rebuild was not interrupted")
            } catch is Refusal {}
            try requireEqual(try store.tally(), (1...6).tallied(), "what the live model serves")
            let shadow = try await interrupted.status().shadow
            try requireEqual(shadow?.position, 2, "the position of the interrupted shadow")
            var seen: [Position] = []
            try await TallyProjection().runner(on: log, store, events: 2).rebuild { applied, _ in seen.append(applied) }
            try requireEqual(seen, [4, 6], "the positions that the second rebuild applied")
            try requireEqual(try store.tally(), (1...6).tallied(), "the events in the end")
        },
        .core("an event that cannot be applied halts only that projection, until it is retried or skipped") { store in
            let log = try await log(of: 2)
            try await log.append([.fact(), .fact(type: "Refused")], to: "a-1")
            try await log.append([.fact()], to: "a-1")
            let halting = TallyProjection(refused: "Refused").runner(on: log, store)
            let mended = TallyProjection().runner(on: log, store)
            let error = try await requireError(.projectionHalted, "the projection") { try await halting.catchUp() }
            try requireEqual(error.position, 4, "the position in the error")
            // Another runner does not retry the event by itself.
            try await requireError(.projectionHalted, "the corrected projection") { try await mended.catchUp() }
            let status = try await mended.status()
            try requireEqual(status.halt?.position, 4, "the position in its status")
            try require(status.halt?.reason.contains("Refused") == true, "the status does not say why")
            try requireEqual(status.position, 2, "the position that it has applied")
            try requireEqual(try store.tally(), (1...2).tallied(), "the events of the commits before")
            try await TallyProjection(name: "other").runner(on: log, store).catchUp()
            try requireEqual(try store.tally("other"), (1...5).tallied(), "the events of another projection")
            try await requireError(.projectionHalted, "the retry") { try await halting.retry() }
            try requireEqual(try await halting.skip(4, reason: "it is refused"), 6, "the position after the skip")
            try requireEqual(try await halting.status().halt, nil, "the halt after the skip")
            try requireEqual(
                try store.tally().map(\.position), [1, 2, 3, 5, 6], "the events without the one that is skipped")
            let retried = TallyProjection(name: "retried", refused: "Refused").runner(on: log, store)
            try await requireError(.projectionHalted, "the projection to retry") { try await retried.catchUp() }
            try await TallyProjection(name: "retried").runner(on: log, store).retry()
            try requireEqual(try store.tally("retried"), (1...6).tallied(), "the events after the retry")
        },
    ]

    /// An in-memory log with a number of commits of one event.
    private static func log(of count: Int) async throws -> InMemoryEventStore {
        let log = InMemoryEventStore()
        for _ in 0..<count { try await log.append([.fact()], to: "a-1") }
        return log
    }
}

/// A projection other than ``TallyProjection`` with the same recorded definition.
private struct AlsoTallying: Projection {
    let name = "tally"
    let schemaVersion = 1
    let query = Query.all
    let tables = [TableDefinition(0)]

    func apply(_ event: EventView, to model: any ReadModelWriter) throws {}

    func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String { "" }
}
