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
    let secondsPerSlice: Double
    let runs: Int

    /// Passes over a log that is not in the page cache, for each way.
    var coldRuns = 0

    /// The planted slowdown of every pass, if any.
    var slowdown = PlantedSlowdown.none

    /// One result for each way of decoding one log, that of the codec first.
    func run(in context: RunContext) async throws -> [ContenderResult] {
        var expected = ItemFold()
        for number in 0..<history.events { expected.add(history.event(number)) }
        return try await context.workspace.withFreshStore { [expected] folder in
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

    /// The turn of a way whose store is not in the page cache.
    private func decodeCold(_ folder: URL, _ way: ItemDecoding, _ expected: ItemFold) async throws -> ColdRounds.Turn {
        try await onDedicatedThread { try PageCache.drop(folder) }
        return try await withStore(in: folder) { store in
            try await onDedicatedThread {
                let resident = try PageCache.dropAgain(folder).resident
                let slice = try passes(over: store, way, seconds: 0)
                return ColdRounds.Turn(
                    eventsPerSecond: slice.eventsPerSecond, resident: resident,
                    audit: Self.judge(slice, expected))
            }
        }
    }

    private static func judge(_ slice: Slice, _ expected: ItemFold) -> AuditReport {
        var report = AuditReport()
        report.add(
            "every pass decodes every event", passed: slice.folds.allSatisfy { $0 == expected },
            detail: "expected \(expected), the passes found \(slice.folds)")
        return report
    }

    private func measure(
        _ store: LMDBEventStore, _ expected: ItemFold, _ context: RunContext
    ) async throws -> [ContenderResult] {
        let ways = ItemDecoding.allCases
        var results = ways.map { way in
            let variant = Contender.Variant(
                name: way.rawValue,
                load: AppendLoad(
                    writers: 1, eventsPerAppend: 1, streams: history.streams, payloadBytes: history.payloadBytes,
                    seed: history.seed))
            return ContenderResult(engine, variant: variant)
        }
        for (index, way) in ways.enumerated() {
            results[index].audits.append(try await compare(store, way.decoder))
        }
        var processorTimes = [[Double]](repeating: [], count: ways.count)
        for turn in TurnOrder.turns(of: ways.indices, runs: runs) {
            let (index, way) = (turn.index, ways[turn.index])
            await context.workspace.settle()
            let slice = try await onDedicatedThread { try passes(over: store, way, seconds: secondsPerSlice) }
            guard
                context.end(
                    turn, way.rawValue, eventsPerSecond: slice.eventsPerSecond, Self.judge(slice, expected),
                    in: &results[index])
            else { continue }
            results[index].eventsPerSecond.append(slice.eventsPerSecond)
            results[index].latencies.record(slice.passes)
            processorTimes[index].append(Double(slice.processorTime) / Double(history.events * slice.passes.count))
        }
        for index in results.indices { results[index].note(processorTimes: processorTimes[index]) }
        return results
    }

    /// Compares every decoded event with the one that was written.
    func compare(
        _ store: LMDBEventStore, _ decoder: @escaping @Sendable () -> (borrowing EventView) throws -> ItemEvent?
    ) async throws -> AuditReport {
        try await onDedicatedThread {
            let decode = decoder()
            var values = AuditFinding()
            var count = 0
            try store.scan { event in
                let decoded = try decode(event)
                let written = history.event(count)
                count += 1
                // Texts are equal in two spellings; their bytes are not.
                let isSame = decoded == written && decoded.map { "\($0)".utf8.elementsEqual("\(written)".utf8) } == true
                values.expect(
                    isSame, "at position \(count) \(decoded.map { "\($0)" } ?? "nothing") was decoded, not \(written)")
            }
            var report = AuditReport(checks: [
                values.check("every event that is decoded is the one that was written, byte for byte")
            ])
            report.add(
                "the log holds every event that was written", passed: count == history.events,
                detail: "\(history.events) were written, \(count) are there")
            return report
        }
    }

    private struct Slice: Sendable {
        var passes: [UInt64] = []
        var folds: [ItemFold] = []

        /// The time of all passes together, in nanoseconds.
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
        for start in stride(from: 0, to: history.events, by: 10_000) {
            let numbers = start..<min(start + 10_000, history.events)
            _ = try await store.append(
                Commit(
                    entries: try numbers.map {
                        Commit.Entry(stream: history.stream(of: $0), event: try codec.encode(history.event($0)))
                    }))
        }
    }
}
