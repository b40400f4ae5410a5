/// Concurrent clients that read and append in given shares, engine after engine in short slices.
///
/// Each slice uses a fresh copy of a store that was filled outside the measured time.
struct MixedWorkload: RunnableWorkload {
    let engines: [any BenchmarkEngine]

    let filler: StoreFiller
    let load: MixedLoad
    let slicing: Slicing

    /// One result of the whole for each engine, and one of each kind of operation.
    func run(in context: RunContext) async throws -> [ContenderResult] {
        let stores = try await filler.stores(of: engines, in: context)
        var results = engines.map { MixedResults($0, load: load, appendLoad: filler.task.load) }
        for index in results.indices { results[index].add(stores[index].manifest.audit) }
        let budget = SliceBudget(
            seconds: slicing.seconds, calls: load.operations.map { .init(count: $0, name: "operations") })
        for turn in TurnOrder.turns(of: engines.indices, runs: slicing.runs) {
            let (engine, name) = (engines[turn.index], engines[turn.index].name.rawValue)
            let (slice, report) = try await context.progress.watching(turn.step(name), budget) { watch in
                try await self.slice(of: engine, on: stores[turn.index], in: context, watch)
            }
            results[turn.index].add(report)
            context.progress.note(
                turn, name, eventsPerSecond: slice.perSecond(slice.events), passed: report.passed)
            if !turn.isWarmUp { results[turn.index].add(slice, intervalSeconds: slicing.intervalSeconds) }
        }
        return results.flatMap { $0.finished() }
    }

    private func slice(
        of engine: any BenchmarkEngine, on store: FilledStore, in context: RunContext, _ watch: LoadWatch?
    ) async throws -> (slice: MixedSlice, report: AuditReport) {
        try await store.withCopy(in: context.workspace) { folder in
            await context.workspace.settle()
            var slice = try await engine.withSession(folder) { session in
                await MixedSlice.run(load, seconds: slicing.seconds, on: session, store.manifest, watchedBy: watch)
            }
            slice.use?.noteClosing()
            let report = await context.audit.run(
                folder, of: engine, attempts: slice.records.map(\.attempts),
                reads: slice.records.flatMap(\.observations), filledBy: store.manifest.load, store.manifest.contents)
            return (slice, report)
        }
    }
}
