/// Appending by concurrent writers, contender after contender in short slices, each in a fresh store that is audited.
struct AppendWorkload: Sendable {
    let contenders: [Contender]
    let load: AppendLoad
    let budget: SliceBudget
    let runs: Int

    /// Measures every contender in turn, as many times as there are runs, after one warm-up that is left out.
    ///
    /// - Parameters:
    ///   - workspace: Where the stores go.
    ///   - audit: How they are audited.
    ///   - progress: Is told of every slice.
    /// - Returns: One result for each contender.
    /// - Throws: Where a store cannot be made or closed.
    func run(in workspace: Workspace, audit: SliceAudit, progress: Progress) async throws -> [ContenderResult] {
        var results = contenders.map(ContenderResult.init)
        for run in 0...runs {
            var lastGroups = [GroupStatistics?](repeating: nil, count: contenders.count)
            for (index, contender) in contenders.enumerated() {
                let slice = try await self.slice(of: contender, lastGroups: lastGroups, workspace, audit)
                lastGroups[index] = slice.measured.groups
                results[index].audits.append(slice.audit)
                progress.note(
                    run: run, of: runs, contender.label, eventsPerSecond: slice.measured.eventsPerSecond,
                    passed: slice.audit.passed)
                guard run > 0 else { continue }
                results[index].eventsPerSecond.append(slice.measured.eventsPerSecond)
                if let groups = slice.measured.groups { results[index].groups.append(groups) }
                results[index].refusals += slice.measured.records.reduce(0) { $0 + $1.refusals }
                for record in slice.measured.records { results[index].latencies.record(record.latencies) }
            }
        }
        return results
    }

    private func slice(
        of contender: Contender, lastGroups: [GroupStatistics?], _ workspace: Workspace, _ audit: SliceAudit
    ) async throws -> (measured: AppendSlice, audit: AuditReport) {
        let eventsPerCommit = eventsPerCommit(of: contender, lastGroups: lastGroups)
        let load = contender.variant?.load ?? load
        return try await workspace.withFreshStore { folder in
            await workspace.settle()
            let measured = try await contender.engine.append(
                load, within: budget, eventsPerCommit: eventsPerCommit, in: folder)
            let audited = await audit.run(folder, of: contender.engine, load: load, records: measured.records)
            return (measured, audited.report)
        }
    }

    /// The events that the contender is told to commit at a time: whole appends, as near as can be.
    private func eventsPerCommit(of contender: Contender, lastGroups: [GroupStatistics?]) -> Int? {
        switch contender.rule {
        case .whatWaits: return nil
        case .fixed(let events): return events
        case .sameAs(let index):
            let appends = lastGroups[index]?.appendsPerGroup ?? Double(load.writers)
            return max(1, Int(appends.rounded())) * load.eventsPerAppend
        }
    }
}
