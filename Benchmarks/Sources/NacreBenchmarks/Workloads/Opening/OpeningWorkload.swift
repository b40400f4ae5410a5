import Foundation

/// Opening a store of many events whose index lags by a full tail behind its log, up to the end of the first read.
struct OpeningWorkload: RunnableWorkload {
    let engines: [any BenchmarkEngine]
    let filler: StoreFiller
    let runs: Int
    let coldRuns: Int

    /// Lets every engine in turn open its store, with a warm page cache; then, if requested, with a cold one.
    func run(in context: RunContext) async throws -> [ContenderResult] {
        let stores = try await filler.stores(of: engines, in: context)
        var results = zip(engines, stores).map { ContenderResult($0, on: $1) }
        let expected = stores.map { $0.manifest.streams }
        func open(_ index: Int, run: Int, _ kind: String) async throws -> UInt64 {
            let (engine, store) = (engines[index], stores[index])
            try await onDedicatedThread { try store.holdIndexBack() }
            await context.workspace.settle()
            if kind == "cold" { try await onDedicatedThread { try PageCache.drop(store.folder) } }
            let first = try await FirstRead(of: store, in: store.folder, engine, expected[index], run: run)
            results[index].audits.append(first.audit())
            context.progress.note("\(kind)  \(engine.name.rawValue)  \(duration(nanoseconds: first.nanoseconds))")
            return first.nanoseconds
        }
        for turn in TurnOrder.turns(of: engines.indices, runs: runs) {
            let nanoseconds = try await open(turn.index, run: turn.run, "run \(turn.run)")
            if !turn.isWarmUp { results[turn.index].add(slice: [nanoseconds]) }
        }
        var cold = engines.map { _ in LatencyRecorder() }
        for run in 0..<coldRuns {
            for index in TurnOrder.turns(of: engines.indices, inRound: run) {
                cold[index].record(try await open(index, run: run, "cold"))
            }
        }
        for index in results.indices {
            results[index].note("events behind the index", Double(stores[index].manifest.eventsBehindIndex), .count)
            for (name, recorder) in [("warm", results[index].latencies), ("cold", cold[index])] {
                guard let summary = recorder.summary else { continue }
                results[index].note("\(name), median", Double(summary.p50), .nanoseconds)
                results[index].note("\(name), longest", Double(summary.max), .nanoseconds)
            }
        }
        return results
    }
}
