/// Many writers on the same streams or tags: what they attempt, and what of it succeeds, engine after engine in short
/// slices, each in a fresh store that is audited.
struct ContentionWorkload: Sendable {
    let engines: [any BenchmarkEngine]
    let load: ContendedLoad
    let budget: SliceBudget
    let runs: Int

    /// Seconds of an interval in the series over time.
    var intervalSeconds = 1.0

    /// Measures every engine in turn, as many times as there are runs, after one warm-up that is left out.
    ///
    /// - Parameters:
    ///   - workspace: Where the stores go.
    ///   - audit: How they are audited.
    ///   - progress: Is told of every slice.
    /// - Returns: One result for each engine.
    /// - Throws: Where a store cannot be made or closed.
    func run(in workspace: Workspace, audit: SliceAudit, progress: Progress) async throws -> [ContenderResult] {
        let variant = Contender.Variant(name: load.variant, load: load.appendLoad)
        var results = engines.map { ContenderResult(Contender(engine: $0, rule: .whatWaits, variant: variant)) }
        var figures = engines.map { _ in ContentionFigures() }
        for run in 0...runs {
            for index in TurnOrder.turns(of: engines.indices, inRound: run) {
                let engine = engines[index]
                let step = Progress.step(run: run, of: runs, results[index].contender.label)
                let (slice, report) = try await progress.watching(step, budget) { watch in
                    try await self.slice(of: engine, in: workspace, audit, watch)
                }
                let rate = slice.perSecond(slice.accepted * load.eventsPerAppend)
                results[index].audits.append(report)
                progress.note(
                    run: run, of: runs, results[index].contender.label, eventsPerSecond: rate, passed: report.passed)
                guard run > 0 else { continue }
                results[index].eventsPerSecond.append(rate)
                if let groups = slice.groups { results[index].groups.append(groups) }
                var latencies = LatencyRecorder()
                for record in slice.records {
                    results[index].latencies.record(record.latencies)
                    latencies.record(record.latencies)
                }
                if let summary = latencies.summary { results[index].sliceLatencies.append(summary) }
                results[index].intervals.append(slice.intervals(ofSeconds: intervalSeconds))
                let bytes = UInt64(slice.events) * UInt64(load.payloadBytes + load.metadataBytes)
                figures[index].add(slice, payloadBytes: engine.abilities.contains(.files) ? bytes : 0)
            }
        }
        for index in results.indices { figures[index].note(in: &results[index]) }
        return results
    }

    private func slice(
        of engine: any BenchmarkEngine, in workspace: Workspace, _ audit: SliceAudit, _ watch: LoadWatch?
    ) async throws -> (slice: ContendedSlice, report: AuditReport) {
        let templates = PayloadTemplates(of: load.appendLoad)
        return try await workspace.withFreshStore { folder in
            await workspace.settle()
            var slice = try await engine.withSession(folder) { session in
                await ContendedSlice.run(load, within: budget, on: session, templates, watchedBy: watch)
            }
            slice.use?.noteClosing()
            let auditor = AttemptAuditor(
                records: slice.records.map(\.attempts), eventsPerAppend: load.eventsPerAppend, templates: templates)
            var report = await audit.run(folder, of: engine, auditor: auditor)
            var stale = AuditFinding()
            for record in slice.records { stale.add(record.stale) }
            report.checks.append(stale.check("every read shows what its writer was told before"))
            return (slice, report)
        }
    }
}
