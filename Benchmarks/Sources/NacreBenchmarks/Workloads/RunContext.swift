/// Where a workload runs: the folder of its stores, how they are audited, and where progress is shown.
struct RunContext: Sendable {
    let workspace: Workspace
    let audit: SliceAudit
    let progress: Progress

    /// Ends the turn of a contender: keeps its audit, shows what it measured, and tells whether it counts.
    ///
    /// The label is what the contender is called on the terminal, by default as in tables.
    func end(
        _ turn: Turn, _ label: String? = nil, eventsPerSecond: Double, _ report: AuditReport,
        in result: inout ContenderResult
    ) -> Bool {
        result.audits.append(report)
        progress.note(
            turn, label ?? result.contender.label, eventsPerSecond: eventsPerSecond, passed: report.passed)
        return !turn.isWarmUp
    }
}

/// A workload, with all that it needs to run.
protocol RunnableWorkload: Sendable {
    /// Measures every contender in turns.
    ///
    /// - Returns: One result for each contender; failed audits and appends are part of it.
    /// - Throws: Where a store cannot be made, filled, opened, read or closed.
    func run(in context: RunContext) async throws -> [ContenderResult]
}
