/// Concurrent clients in several processes on one store; latencies are those of the accepted appends.
struct ConsistencyWorkload: RunnableWorkload {
    let trial: ConsistencyTrial

    func run(in context: RunContext) async throws -> [ContenderResult] {
        let findings = try await trial.run(in: context.workspace, audit: context.audit) { context.progress.note($0) }
        var result = ContenderResult(trial.engine)
        result.audits.append(findings.report)
        result.eventsPerSecond.append(findings.eventsPerSecond)
        result.latencies = findings.latencies
        result.note("appends accepted", Double(findings.accepted), .count)
        result.note("appends refused for a rule of theirs", Double(findings.refused), .count)
        result.note("repeated appends answered as already recorded", Double(findings.repeats), .count)
        result.note("appends refused for ids of other events", Double(findings.mismatched), .count)
        result.note("appends cancelled or failed otherwise", Double(findings.failed), .count)
        result.note("reads", Double(findings.reads), .count)
        if trial.task.takesTurns {
            result.note("uses of the journal", Double(findings.journal.uses), .count)
            result.note("hand-overs of the journal", Double(findings.journal.handOvers), .count)
        }
        return [result]
    }
}
