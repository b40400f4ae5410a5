import DomainKit
import Foundation
import ItemsDomain
import ItemsInfrastructure
import Nacre
import NacreLMDB

/// Commands on items, sequential and by one caller, compared with the append alone that each of them ends with.
struct CommandWorkload: RunnableWorkload {
    /// The number of items in a group: all are loaded before their commands run.
    static let group = 64

    /// The number of writers that fill the store, in a closed loop.
    private static let fillers = 64

    let engine: any BenchmarkEngine
    let plan: CommandPlan
    let durability: Durability
    let mapSize: Int

    /// One result for each way, in the order of ``CommandWay``.
    func run(in context: RunContext) async throws -> [ContenderResult] {
        var results = CommandWay.allCases.map(result)
        let (wrong, report) = try await context.workspace.withFreshStore { folder in
            context.progress.note("filling a store with \(decimal(plan.filledEvents)) events")
            try await withStore(folder, durability: .unsynced, fill)
            await context.workspace.settle()
            let measured = try await withStore(folder, durability: durability) { [results] store in
                _ = try await NacreSession(store: store.log).waitUntilIndexed()
                return try await measure(store, results, context)
            }
            results = measured.results
            let audit = CommandAudit(plan: plan, acknowledged: measured.acknowledged)
            return (measured.wrong, try await withStore(folder, durability: durability) { try await audit.run($0) })
        }
        for index in results.indices {
            results[index].audits += [
                report, AuditReport(checks: [wrong.check("every answer has the event's version")]),
            ]
        }
        judge(&results)
        return results
    }

    private struct Measured: Sendable {
        var results: [ContenderResult]

        var acknowledged: [CommandPlan.Acknowledged] = []

        /// Answers with another version than the event's.
        var wrong = AuditFinding()
    }

    /// Appends the histories of all items, one event at a time, and takes snapshots of those with long ones.
    func fill(_ store: CommandedStore) async throws {
        for way in CommandPlan.filling {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<Self.fillers {
                    group.addTask { try await fill(store, with: plan.history(of: way), of: way, writer) }
                }
                try await group.waitForAll()
            }
        }
    }

    /// Appends to one writer's items, which are every ``fillers``-th, in rounds over all of them.
    private func fill(
        _ store: CommandedStore, with history: ItemHistory, of way: CommandWay, _ writer: Int
    ) async throws {
        let codec = ItemEvent.codec
        let items = Array(stride(from: writer, to: history.streams, by: Self.fillers))
        let streams = items.map(history.stream(of:))
        for turn in 0..<history.events / history.streams {
            for (item, stream) in zip(items, streams) {
                let event = try codec.encode(history.event(turn * history.streams + item))
                try await store.log.append([event], to: stream, expecting: .exact(StreamVersion(turn)))
                guard way == .withSnapshots, turn + 1 == plan.longEvents - plan.tail(ofItem: item) else { continue }
                // Loading takes a snapshot if there is none.
                _ = try await store.takingSnapshots.load(ItemID(stream))
            }
        }
    }

    private func measure(
        _ store: CommandedStore, _ results: [ContenderResult], _ context: RunContext
    ) async throws -> Measured {
        var measured = Measured(results: results)
        for turn in TurnOrder.turns(of: results.indices, runs: plan.slices - 1) {
            let way = CommandWay.allCases[turn.index]
            await context.workspace.settle()
            let latencies = try await slice(turn.run, of: way, on: store, &measured)
            let rate = perSecond(latencies.count, in: max(1, latencies.reduce(0, +)))
            context.progress.note(turn, way.rawValue, eventsPerSecond: rate, passed: measured.wrong.count == 0)
            guard !turn.isWarmUp, !latencies.isEmpty else { continue }
            measured.results[turn.index].add(eventsPerSecond: rate, latencies: latencies)
        }
        return measured
    }

    private func slice(
        _ run: Int, of way: CommandWay, on store: CommandedStore, _ measured: inout Measured
    ) async throws -> [UInt64] {
        var latencies: [UInt64] = []
        let numbers = run * plan.commands..<(run + 1) * plan.commands
        for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: Self.group) {
            let group = start..<min(start + Self.group, numbers.upperBound)
            let repository = way == .withSnapshots ? store.readingSnapshots : store.items
            for number in group { _ = try await repository.load(ItemID(plan.appended(by: way, number).stream)) }
            for number in group {
                let (version, nanoseconds) = try await append(number, by: way, to: store)
                latencies.append(nanoseconds)
                let expected = plan.appended(by: way, number).version
                measured.wrong.expect(
                    version == expected,
                    "the answer to \(way.rawValue) \(number) has version \(version ?? 0), expected \(expected)")
                measured.acknowledged.append(.init(way: way, number: number))
            }
        }
        return latencies
    }

    private func append(
        _ number: Int, by way: CommandWay, to store: CommandedStore
    ) async throws -> (version: StreamVersion?, nanoseconds: UInt64) {
        let expected = plan.appended(by: way, number)
        guard way != .append else {
            let commit = Commit(
                [try ItemEvent.codec.encode(expected.event)], to: expected.stream,
                expecting: .exact(expected.version - 1))
            let start = monotonicNanoseconds()
            let result = try await store.log.append(commit)
            return (result.version(of: expected.stream), monotonicNanoseconds() - start)
        }
        guard case .renamed(let name) = expected.event else {
            throw HarnessError("the plan has another command than renaming")
        }
        let command = ItemCommand.rename(to: try ItemName(name))
        let id = try ItemID(expected.stream)
        let repository = way == .withSnapshots ? store.takingSnapshots : store.items
        let start = monotonicNanoseconds()
        let version = try await repository.execute(command, on: id)
        return (version, monotonicNanoseconds() - start)
    }

    private func withStore<Result: Sendable>(
        _ folder: URL, durability: Durability, _ body: (CommandedStore) async throws -> Result
    ) async throws -> Result {
        try await CommandedStore.with(
            folder, durability: durability, mapSize: mapSize, usesJournal: engine.name != .nacreUnjournaled,
            snapshotInterval: plan.snapshotInterval, body)
    }

    private func result(of way: CommandWay) -> ContenderResult {
        ContenderResult(engine, variant: .init(name: way.rawValue, load: plan.history(of: way).load))
    }
}

extension CommandWorkload {
    /// The number of commands that a slice needs for a meaningful median.
    private static let commandsUntilJudged = 500

    /// Checks the cost of a command relative to its append, and of a long history relative to a short one.
    func judge(_ results: inout [ContenderResult]) {
        let medians = results.map { $0.sliceLatencies.map { Double($0.p50) } }
        compare(
            &results, .command, "p50, of that of the append alone", SampleSummary(ratiosOf: medians[0], to: medians[1]),
            isKept: { $0 < 4 }, "the p50 of a command on \(decimal(plan.events)) events is under 4 × the append alone")
        compare(
            &results, .withSnapshots, "p50, of that of a command on \(decimal(plan.events)) events",
            SampleSummary(ratiosOf: medians[2], to: medians[0]), isKept: { $0 <= 1 },
            "the p50 of a command on \(decimal(plan.longEvents)) events with a snapshot is no greater than that on "
                + "\(decimal(plan.events))")
    }

    private func compare(
        _ results: inout [ContenderResult], _ way: CommandWay, _ figure: String, _ ratio: SampleSummary?,
        isKept: (Double) -> Bool, _ promise: String
    ) {
        guard let ratio, let index = CommandWay.allCases.firstIndex(of: way) else { return }
        results[index].note(figure, medianOf: ratio.samples, .ratio)
        guard durability == .full, plan.commands >= Self.commandsUntilJudged else { return }
        results[index].promises.add(
            promise, passed: isKept(ratio.median), detail: "it is \(decimal(ratio.median, decimals: 2)) of it")
    }
}
