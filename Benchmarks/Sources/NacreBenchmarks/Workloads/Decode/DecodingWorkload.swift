import Foundation
import ItemsDomain
import ItemsInfrastructure
import Nacre
import NacreLMDB

/// Decoding the events of items from the mapped file into the domain's values, way after way in short slices.
struct DecodingWorkload: RunnableWorkload {
    let engine: any BenchmarkEngine
    let history: ItemHistory
    let mapSize: Int
    let slicing: Slicing

    /// Passes over a log that is not in the page cache, for each way.
    var coldRuns = 0
    var slowdown = PlantedSlowdown.none

    /// One result for each way of decoding one log, that of the codec first.
    func run(in context: RunContext) async throws -> [ContenderResult] {
        let expected = history.fold
        return try await context.workspace.withFreshStore { folder in
            var results = try await withStore(in: folder) { store in
                try await fill(store)
                await context.workspace.settle()
                return try await measure(store, expected, context)
            }
            try await ColdRounds(count: coldRuns).run(&results, in: context) { index in
                try await decodeCold(folder, ItemDecoding.allCases[index], expected)
            }
            return results
        }
    }

    private func withStore<Result: Sendable>(
        in folder: URL, _ body: (LMDBEventStore) async throws -> Result
    ) async throws -> Result {
        try await LMDBEventStore.open(
            at: folder.path,
            options: .init(durability: .unsynced, mapSize: mapSize, derivedMapSize: mapSize)
        ).closed(after: body)
    }

    private func decodeCold(_ folder: URL, _ way: ItemDecoding, _ expected: ItemFold) async throws -> ColdRounds.Turn {
        try await onDedicatedThread { try PageCache.drop(folder) }
        return try await withStore(in: folder) { store in
            try await onDedicatedThread {
                let resident = try PageCache.dropAgain(folder).resident
                let slice = try passes(over: store, way, seconds: 0)
                return ColdRounds.Turn(
                    eventsPerSecond: slice.eventsPerSecond, resident: resident,
                    audit: history.audit(folds: slice.folds, expected: expected))
            }
        }
    }

    private func measure(
        _ store: LMDBEventStore, _ expected: ItemFold, _ context: RunContext
    ) async throws -> [ContenderResult] {
        let ways = ItemDecoding.allCases
        var results = ways.map { ContenderResult(engine, variant: .init(name: $0.rawValue, load: history.load)) }
        for (index, way) in ways.enumerated() {
            let audit = try await onDedicatedThread { try history.audit(store, decodedBy: way.decoder()) }
            results[index].audits.append(audit)
        }
        var processorTimes = [[Double]](repeating: [], count: ways.count)
        for turn in TurnOrder.turns(of: ways.indices, runs: slicing.runs) {
            let (index, way) = (turn.index, ways[turn.index])
            await context.workspace.settle()
            let slice = try await onDedicatedThread { try passes(over: store, way, seconds: slicing.seconds) }
            guard
                context.end(
                    turn, way.rawValue, eventsPerSecond: slice.eventsPerSecond,
                    history.audit(folds: slice.folds, expected: expected), in: &results[index])
            else { continue }
            results[index].eventsPerSecond.append(slice.eventsPerSecond)
            results[index].latencies.record(slice.passes)
            processorTimes[index].append(Double(slice.processorTime) / Double(history.events * slice.passes.count))
        }
        for index in results.indices { results[index].note(processorTimes: processorTimes[index]) }
        return results
    }

    private struct Slice: Sendable {
        var passes: [UInt64] = []
        var folds: [ItemFold] = []
        var processorTime: UInt64 = 0

        var eventsPerSecond: Double { perSecond(folds.reduce(0) { $0 + $1.events }, in: passes.reduce(0, +)) }
    }

    private func passes(over store: LMDBEventStore, _ way: ItemDecoding, seconds: Double) throws -> Slice {
        let decode = way.decoder()
        var slice = Slice()
        let start = monotonicNanoseconds()
        var before = start
        repeat {
            var fold = ItemFold()
            let processorTime = ProcessorTime.ofThread
            try store.scan { event in
                if let event = try decode(event) { fold.add(event) }
            }
            slowdown.burn(shareOf: ProcessorTime.ofThread - processorTime)
            slice.processorTime += ProcessorTime.ofThread - processorTime
            let after = monotonicNanoseconds()
            slice.passes.append(after - before)
            slice.folds.append(fold)
            before = after
        } while Double(before - start) < seconds * 1e9
        return slice
    }

    /// Appends the whole history, with many events per commit.
    func fill(_ store: LMDBEventStore) async throws {
        let codec = ItemEvent.codec
        for numbers in history.batches {
            let entries = try numbers.map {
                Commit.Entry(stream: history.stream(of: $0), event: try codec.encode(history.event($0)))
            }
            _ = try await store.append(Commit(entries: entries))
        }
    }
}
