/// Clients that read and append at once, by shares, engine after engine in short slices, each on a fresh copy of a store
/// that was filled outside the clock.
struct MixedWorkload: Sendable {
    let engines: [any BenchmarkEngine]

    /// Fills the stores, with labels.
    let filler: StoreFiller
    let load: MixedLoad
    let secondsPerSlice: Double
    let runs: Int

    /// Seconds of an interval in the series over time.
    var intervalSeconds = 1.0

    /// Measures every engine in turn, as many times as there are runs, after one warm-up that is left out.
    ///
    /// - Parameters:
    ///   - workspace: Where the stores go.
    ///   - audit: How they are audited.
    ///   - progress: Is told of every slice.
    /// - Returns: For each engine one result of the whole, and one of each kind of operation.
    /// - Throws: Where a store cannot be filled, copied or opened.
    func run(in workspace: Workspace, audit: SliceAudit, progress: Progress) async throws -> [ContenderResult] {
        let stores = try await filler.stores(of: engines, in: workspace, audit: audit, progress: progress)
        var results = engines.map { MixedResults($0, load: load, appendLoad: filler.task.load) }
        for index in results.indices { results[index].add(stores[index].manifest.audit) }
        let budget = SliceBudget(
            seconds: secondsPerSlice, calls: load.operations.map { .init(count: $0, name: "operations") })
        for run in 0...runs {
            for index in TurnOrder.turns(of: engines.indices, inRound: run) {
                let engine = engines[index]
                let step = Progress.step(run: run, of: runs, engine.name.rawValue)
                let (slice, report) = try await progress.watching(step, budget) { watch in
                    try await self.slice(of: engine, on: stores[index], in: workspace, audit, watch)
                }
                results[index].add(report)
                progress.note(
                    run: run, of: runs, engine.name.rawValue, eventsPerSecond: slice.perSecond(slice.events),
                    passed: report.passed)
                if run > 0 { results[index].add(slice, intervalSeconds: intervalSeconds) }
            }
        }
        return results.flatMap { $0.finished() }
    }

    private func slice(
        of engine: any BenchmarkEngine, on store: FilledStore, in workspace: Workspace, _ audit: SliceAudit,
        _ watch: LoadWatch?
    ) async throws -> (slice: MixedSlice, report: AuditReport) {
        try await workspace.withFreshStore { folder in
            try await onDedicatedThread { try store.copyFiles(to: folder) }
            await workspace.settle()
            var slice = try await engine.withSession(folder) { session in
                await MixedSlice.run(
                    load, seconds: secondsPerSlice, on: session, store.manifest, watchedBy: watch)
            }
            slice.use?.noteClosing()
            let report = await MixedAudit(audit: audit).run(
                folder, of: engine, records: slice.records, filled: store.manifest)
            return (slice, report)
        }
    }
}
