/// Many writers on the same streams or tags: what they attempt, and what of it succeeds, engine after engine in short
/// slices, each in a fresh store that is audited.
struct ContentionWorkload: Sendable {
    let engines: [any BenchmarkEngine]
    let load: ContendedLoad
    let budget: SliceBudget
    let runs: Int

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
            for (index, engine) in engines.enumerated() {
                let (slice, report) = try await slice(of: engine, in: workspace, audit)
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
                figures[index].add(slice)
            }
        }
        for index in results.indices { figures[index].note(in: &results[index]) }
        return results
    }

    private func slice(
        of engine: any BenchmarkEngine, in workspace: Workspace, _ audit: SliceAudit
    ) async throws -> (slice: ContendedSlice, report: AuditReport) {
        let templates = PayloadTemplates(seed: load.seed, payloadBytes: load.payloadBytes)
        return try await workspace.withFreshStore { folder in
            await workspace.settle()
            let slice = try await engine.withSession(folder) { session in
                await ContendedSlice.run(load, within: budget, on: session, templates)
            }
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
