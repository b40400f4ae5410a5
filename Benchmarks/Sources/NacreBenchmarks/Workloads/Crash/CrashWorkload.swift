/// Kills of a process under load; latencies are those of the recoveries.
struct CrashWorkload: RunnableWorkload {
    let trial: CrashTrial

    func run(in context: RunContext) async throws -> [ContenderResult] {
        let findings = try await trial.run(in: context.workspace, audit: context.audit) { context.progress.note($0) }
        var result = ContenderResult(trial.engine)
        result.audits = findings.audits
        result.eventsPerSecond = findings.eventsPerSecond
        result.latencies = findings.recoveries
        result.note("kills that fell midway", Double(findings.kills), .count)
        result.note("kills without an append in flight, repeated", Double(findings.misses), .count)
        result.note("commits acknowledged before a kill", Double(findings.acknowledged), .count)
        result.note("commits in flight when their child was killed", Double(findings.inFlight), .count)
        result.note("of these, in the log after the kill", Double(findings.found), .count)
        result.note("journals with a truncated last record", Double(findings.tornJournals), .count)
        if findings.journal.uses > 0 { result.note("uses of the journal", Double(findings.journal.uses), .count) }
        if trial.hasVisitor {
            result.note("hand-overs of the journal", Double(findings.journal.handOvers), .count)
            result.note("kills of a child that had handed it over", Double(findings.handedOver), .count)
            result.note("opening beside the child", findings.openings, [.p50, .p90, .p99, .longest])
        }
        result.note("recovery", result.latencies, [.p50, .p90, .p99, .longest])
        return [result]
    }
}
