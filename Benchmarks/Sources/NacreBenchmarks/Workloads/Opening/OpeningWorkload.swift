import Foundation

/// Opening a store of many events whose index lags by a full tail behind its log, up to the end of the first read.
struct OpeningWorkload: RunnableWorkload {
    let engines: [any BenchmarkEngine]
    let filler: StoreFiller
    let runs: Int
    let coldRuns: Int

    /// Lets every engine in turn open its store, with a warm page cache; then, if requested, with a cold one.
    func run(in context: RunContext) async throws -> [ContenderResult] {
        var results = engines.map { ContenderResult($0) }
        let stores = try await filler.stores(of: engines, in: context)
        for index in results.indices { results[index].audits.append(stores[index].manifest.audit) }
        let expected = stores.map { $0.manifest.streams }
        func open(_ index: Int, run: Int, _ kind: String) async throws -> UInt64 {
            let (engine, store) = (engines[index], stores[index])
            try await onDedicatedThread { try store.holdIndexBack() }
            await context.workspace.settle()
            if kind == "cold" { try await onDedicatedThread { try PageCache.drop(store.folder) } }
            let opening = try await self.open(store, engine, expected[index], run: run)
            results[index].audits.append(opening.report)
            context.progress.note("\(kind)  \(engine.name.rawValue)  \(duration(nanoseconds: opening.nanoseconds))")
            return opening.nanoseconds
        }
        for turn in TurnOrder.turns(of: engines.indices, runs: runs) {
            let nanoseconds = try await open(turn.index, run: turn.run, "run \(turn.run)")
            if !turn.isWarmUp { results[turn.index].add(slice: [nanoseconds]) }
        }
        for index in results.indices { noteWarm(&results[index], tail: stores[index].manifest.eventsBehindIndex) }
        var cold = engines.map { _ in LatencyRecorder() }
        for run in 0..<coldRuns {
            for index in TurnOrder.turns(of: engines.indices, inRound: run) {
                cold[index].record(try await open(index, run: run, "cold"))
            }
        }
        for (index, recorder) in cold.enumerated() {
            guard let summary = recorder.summary else { continue }
            results[index].note("cold, median", Double(summary.p50), .nanoseconds)
            results[index].note("cold, longest", Double(summary.max), .nanoseconds)
        }
        return results
    }

    private func noteWarm(_ result: inout ContenderResult, tail: Int) {
        guard let summary = result.latencies.summary else { return }
        result.note("events behind the index", Double(tail), .count)
        result.note("warm, median", Double(summary.p50), .nanoseconds)
        result.note("warm, longest", Double(summary.max), .nanoseconds)
    }

    private func open(
        _ store: FilledStore, _ engine: any BenchmarkEngine, _ expected: StreamContents, run: Int
    ) async throws -> (nanoseconds: UInt64, report: AuditReport) {
        var random = SplitMix64(seed: filler.task.load.seed &+ UInt64(run))
        let stream = random.next(below: filler.task.load.streams)
        let name = AppendLoad.streamName(stream)
        let start = monotonicNanoseconds()
        let (found, nanoseconds, head) = try await engine.withSession(store.folder) { session in
            let found = try await session.load(name)
            let nanoseconds = monotonicNanoseconds() - start
            return (found, nanoseconds, try await session.head())
        }
        var report = AuditReport()
        report.add(
            "the first read of an opened store finds the whole stream", passed: found == expected[stream],
            detail: "\(name) has \(expected[stream].events) events, \(found.events) were loaded")
        report.add(
            "an opened store ends where it was closed", passed: head == store.manifest.contents.events,
            detail: "its head is \(head), the log has \(store.manifest.contents.events) events")
        return (nanoseconds, report)
    }
}
