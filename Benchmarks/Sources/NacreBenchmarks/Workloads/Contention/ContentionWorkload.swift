/// Many writers on the same streams or tags: their attempts and successes, engine after engine in short slices, each in
/// a fresh store that is audited.
struct ContentionWorkload: RunnableWorkload {
    let engines: [any BenchmarkEngine]
    let load: ContendedLoad
    let budget: SliceBudget
    let runs: Int
    var intervalSeconds = 1.0

    func run(in context: RunContext) async throws -> [ContenderResult] {
        let variant = Contender.Variant(name: load.variant, load: load.appendLoad)
        var results = engines.map { ContenderResult($0, variant: variant) }
        var figures = engines.map { _ in ContentionFigures() }
        for turn in TurnOrder.turns(of: engines.indices, runs: runs) {
            let (index, engine) = (turn.index, engines[turn.index])
            let step = turn.step(results[index].contender.label)
            let (slice, report) = try await context.progress.watching(step, budget) { watch in
                try await self.slice(of: engine, in: context, watch)
            }
            let rate = slice.perSecond(slice.accepted * load.eventsPerAppend)
            guard context.end(turn, eventsPerSecond: rate, report, in: &results[index]) else { continue }
            results[index].add(
                eventsPerSecond: rate, latencies: slice.records.flatMap(\.latencies), groups: slice.groups,
                intervals: slice.intervals(ofSeconds: intervalSeconds))
            let bytes = UInt64(slice.events) * UInt64(load.payloadBytes + load.metadataBytes)
            figures[index].add(slice, payloadBytes: engine.abilities.contains(.files) ? bytes : 0)
        }
        for index in results.indices { figures[index].note(in: &results[index]) }
        return results
    }

    private func slice(
        of engine: any BenchmarkEngine, in context: RunContext, _ watch: LoadWatch?
    ) async throws -> (slice: ContendedSlice, report: AuditReport) {
        let templates = PayloadTemplates(of: load.appendLoad)
        return try await context.workspace.withFreshStore { folder in
            await context.workspace.settle()
            var slice = try await engine.withSession(folder) { session in
                await ContendedSlice.run(load, within: budget, on: session, templates, watchedBy: watch)
            }
            slice.use?.noteClosing()
            let auditor = AttemptAuditor(
                records: slice.records.map(\.attempts), eventsPerAppend: load.eventsPerAppend, templates: templates)
            var report = await context.audit.run(folder, of: engine, auditor: auditor)
            var stale = AuditFinding()
            for record in slice.records { stale.add(record.stale) }
            report.checks.append(stale.check("no read is older than the last answer to its writer"))
            return (slice, report)
        }
    }
}
