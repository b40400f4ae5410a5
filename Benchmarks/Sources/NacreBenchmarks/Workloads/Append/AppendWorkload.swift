import Foundation

/// Appending by concurrent writers, contender after contender in short slices, each to a fresh store that is audited.
struct AppendWorkload: RunnableWorkload {
    let contenders: [Contender]
    let load: AppendLoad
    let budget: SliceBudget
    let runs: Int

    /// Seconds at the beginning of each slice that do not count.
    var warmUpSeconds = 0.0
    var intervalSeconds = 1.0

    func run(in context: RunContext) async throws -> [ContenderResult] {
        var results = contenders.map { ContenderResult($0) }
        var figures = contenders.map { _ in AppendFigures() }
        var lastGroups = [GroupStatistics?](repeating: nil, count: contenders.count)
        for turn in TurnOrder.turns(runs: runs, turns) {
            let (index, contender) = (turn.index, contenders[turn.index])
            let slice = try await context.progress.watching(turn.step(contender.label), budget) { watch in
                try await self.slice(of: contender, lastGroups: lastGroups, context, watch)
            }
            let measured = slice.measured
            lastGroups[index] = measured.groups
            if measured.offered?.appends == 0, let arrivals = budget.arrivals {
                throw HarnessError.nothingIsDue(rate: arrivals.rate, seconds: budget.seconds ?? 0)
            }
            let warmUp = UInt64(warmUpSeconds * 1e9)
            guard warmUp == 0 || measured.nanoseconds > warmUp else {
                throw HarnessError(
                    "a slice of \(contender.label) took \(duration(nanoseconds: measured.nanoseconds)), and its warm-up "
                        + "takes \(duration(nanoseconds: warmUp)): nothing is left to count; raise --events or "
                        + "lower --warm-up-seconds")
            }
            let counted = measured.answers(behind: warmUp)
            guard context.end(turn, eventsPerSecond: counted.eventsPerSecond, slice.audit, in: &results[index])
            else { continue }
            results[index].add(
                measured, counted: counted, isPaced: budget.arrivals != nil, intervalSeconds: intervalSeconds)
            figures[index].add(
                measured, counted: counted, warmUp: warmUp, payloadBytes: slice.payloadBytes,
                storeBytes: slice.storeBytes)
        }
        for index in results.indices { figures[index].note(in: &results[index]) }
        return results
    }

    /// The order of turns: reversed in every other round, except that a contender with the same commit size as another
    /// one of the same round always comes after all others.
    func turns(inRound run: Int) -> [Int] {
        let turns = TurnOrder.turns(of: contenders.indices, inRound: run)
        let follows = turns.filter { if case .sameAs = contenders[$0].rule { true } else { false } }
        return turns.filter { !follows.contains($0) } + follows
    }

    private struct Audited {
        var measured: AppendSlice
        var audit: AuditReport
        var payloadBytes: UInt64
        var storeBytes: UInt64?
    }

    private func slice(
        of contender: Contender, lastGroups: [GroupStatistics?], _ context: RunContext, _ watch: LoadWatch?
    ) async throws -> Audited {
        let eventsPerCommit = eventsPerCommit(of: contender, lastGroups: lastGroups)
        let load = contender.variant?.load ?? load
        var budget = budget
        budget.isObserved = true
        return try await context.workspace.withFreshStore { [budget] folder in
            await context.workspace.settle()
            let measured = try await contender.engine.append(
                load, within: budget, eventsPerCommit: eventsPerCommit, in: folder, watchedBy: watch)
            let keepsFiles = contender.engine.abilities.contains(.files)
            let storeBytes = keepsFiles ? StorageFigures.files(in: folder).values.reduce(0, +) : nil
            let audited = await context.audit.run(folder, of: contender.engine, load: load, records: measured.records)
            return Audited(
                measured: measured, audit: audited.report, payloadBytes: audited.payloadBytes, storeBytes: storeBytes)
        }
    }

    /// The contender's commit size in events: as close to its target as whole appends permit.
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

extension ContenderResult {
    /// Adds a slice of appending and its counted answers; in an open loop, contenders are judged by their latencies.
    mutating func add(_ slice: AppendSlice, counted: CountedAnswers, isPaced: Bool, intervalSeconds: Double) {
        add(
            eventsPerSecond: counted.eventsPerSecond, latencies: counted.latencies, groups: slice.groups,
            intervals: slice.intervals(ofSeconds: intervalSeconds))
        refusals += slice.records.reduce(0) { $0 + $1.refusals }
        judgesLatencies = isPaced
    }
}
