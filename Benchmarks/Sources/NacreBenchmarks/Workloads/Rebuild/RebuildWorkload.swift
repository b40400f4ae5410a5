import CLMDBCeiling
import Foundation

struct RebuildWorkload: RunnableWorkload {
    let engines: [any BenchmarkEngine]
    let history: ItemHistory
    let mapSize: Int
    let runs: Int

    /// The number of rebuilds per engine from a log that is not in the page cache.
    var coldRuns = 0

    private struct Place {
        let engine: any BenchmarkEngine
        let folder: URL
        let mapSize: Int
        private(set) var target: any RebuildTarget

        init(_ engine: any BenchmarkEngine, in folder: URL, mapSize: Int) async throws {
            (self.engine, self.folder, self.mapSize) = (engine, folder, mapSize)
            target = try await Self.target(of: engine, in: folder, mapSize: mapSize)
        }

        private static func target(
            of engine: any BenchmarkEngine, in folder: URL, mapSize: Int
        ) async throws -> any RebuildTarget {
            guard let target = try await engine.name.rebuildTarget(in: folder, mapSize: mapSize) else {
                throw HarnessError("the engine \(engine.name.rawValue) has no read models")
            }
            return target
        }

        /// Closes it, evicts its files from the page cache, and opens it again; returns the number of pages that
        /// opening left in the cache.
        mutating func forget() async throws -> Int {
            try await target.close()
            try await onDedicatedThread { [folder] in try PageCache.drop(folder) }
            target = try await Self.target(of: engine, in: folder, mapSize: mapSize)
            try await target.open()
            // Opening reads the read model, which a rebuild does not.
            return try await onDedicatedThread { [folder, log = target.log] in
                try PageCache.dropAgain(folder, reading: log).resident
            }
        }
    }

    /// Lets every engine in turn rebuild its read model; the first round, which replaces no read model, is not counted.
    func run(in context: RunContext) async throws -> [ContenderResult] {
        var results = engines.map { ContenderResult($0) }
        var places: [Place] = []
        for engine in engines {
            places.append(try await Place(engine, in: context.workspace.makeFolder("rebuild"), mapSize: mapSize))
        }
        try await closing {
            for place in places { try await place.target.close() }
        } after: {
            for place in places { try await place.target.fill(history) }
            try await measure(places.map(\.target), &results, context)
            try await ColdRounds(count: coldRuns).run(&results, in: context) { index in
                try await rebuildCold(&places[index])
            }
        }
        return results
    }

    private func measure(
        _ targets: [any RebuildTarget], _ results: inout [ContenderResult], _ context: RunContext
    ) async throws {
        let samplers = engines.map { _ in MemorySampler() }
        for turn in TurnOrder.turns(of: targets.indices, runs: runs) {
            let (index, target) = (turn.index, targets[turn.index])
            await context.workspace.settle()
            // Memory freed by another engine's turn must not count as this one's.
            ceiling_trim_memory()
            let nanoseconds = try await samplers[index].during(ProcessInfo.processInfo.processIdentifier) {
                try await time(target)
            }
            let (rate, report) = (rate(nanoseconds), history.audit(rows: try await target.rows()))
            let name = engines[index].name.rawValue
            guard context.end(turn, name, eventsPerSecond: rate, report, in: &results[index]) else { continue }
            results[index].eventsPerSecond.append(rate)
            results[index].latencies.record([nanoseconds])
        }
        // Memory of several engines in one process cannot be attributed.
        if results.count == 1, let index = results.indices.first {
            results[index].memory = samplers[index].samples
            results[index].judgeMemory(events: history.events)
        }
    }

    private func rebuildCold(_ place: inout Place) async throws -> ColdRounds.Turn {
        let resident = try await place.forget()
        let nanoseconds = try await time(place.target)
        return ColdRounds.Turn(
            eventsPerSecond: rate(nanoseconds), resident: resident,
            audit: history.audit(rows: try await place.target.rows()))
    }

    private func time(_ target: any RebuildTarget) async throws -> UInt64 {
        let start = monotonicNanoseconds()
        try await target.rebuild()
        return monotonicNanoseconds() - start
    }

    private func rate(_ nanoseconds: UInt64) -> Double {
        perSecond(history.events, in: max(1, nanoseconds))
    }
}
