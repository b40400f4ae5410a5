import CLMDBCeiling
import Foundation
import Synchronization

/// Reading one whole log, with every checksum verified and every payload byte touched, engine after engine in short
/// slices.
struct ReplayWorkload: RunnableWorkload {
    let engines: [any BenchmarkEngine]
    let filler: StoreFiller
    let path: ReplayPath
    let slicing: Slicing

    /// Passes over a log that is not in the page cache, for each engine.
    var coldRuns = 0
    var slowdown = PlantedSlowdown.none

    func run(in context: RunContext) async throws -> [ContenderResult] {
        let stores = try await filler.stores(of: engines, in: context)
        var results = zip(engines, stores).map { ContenderResult($0, on: $1) }
        let samplers = engines.map { _ in MemorySampler() }
        await context.workspace.settle()
        var processorTimes = [[Double]](repeating: [], count: engines.count)

        for turn in TurnOrder.turns(of: engines.indices, runs: slicing.runs) {
            let (index, engine) = (turn.index, engines[turn.index])
            await context.workspace.settle()
            // Memory freed by another engine's slice must not count as this one's.
            ceiling_trim_memory()
            let measured = try await samplers[index].during(ProcessInfo.processInfo.processIdentifier) {
                try await engine.replay(stores[index].folder, by: path, seconds: slicing.seconds)
            }
            let slice = try await onDedicatedThread {
                var slice = measured
                slice.plant(slowdown)
                return slice
            }
            let report = slice.audit(against: stores[index].manifest.contents)
            guard
                context.end(
                    turn, engine.name.rawValue, eventsPerSecond: slice.eventsPerSecond, report, in: &results[index])
            else { continue }
            results[index].eventsPerSecond.append(slice.eventsPerSecond)
            results[index].latencies.record(slice.passes)
            if let time = slice.processorTimePerEvent { processorTimes[index].append(time) }
        }
        for index in results.indices {
            results[index].note(processorTimes: processorTimes[index])
            results[index].memory = samplers[index].samples
            results[index].judgeMemory(events: filler.events)
        }
        try await ColdRounds(count: coldRuns).run(&results, in: context) { index in
            try await replayCold(engines[index], stores[index])
        }
        return results
    }

    private func replayCold(_ engine: any BenchmarkEngine, _ store: FilledStore) async throws -> ColdRounds.Turn {
        let folder = store.folder
        let resident = Mutex(0)
        try await onDedicatedThread { try PageCache.drop(folder) }
        let slice = try await engine.replay(folder, by: path, seconds: 0) {
            let residency = try PageCache.dropAgain(folder)
            resident.withLock { $0 = residency.resident }
        }
        return ColdRounds.Turn(
            eventsPerSecond: slice.eventsPerSecond, resident: resident.withLock { $0 },
            audit: slice.audit(against: store.manifest.contents))
    }
}
