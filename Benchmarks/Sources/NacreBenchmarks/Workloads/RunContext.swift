/// The environment of a workload: the folder of its stores, the audits, and the display of progress.
struct RunContext: Sendable {
    let workspace: Workspace
    let audit: SliceAudit
    let progress: Progress

    /// Ends the turn of a contender: keeps its audit, shows its measurements, and returns whether it counts.
    ///
    /// The label is the contender's name on the terminal, by default as in tables.
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

protocol RunnableWorkload: Sendable {
    /// Measures every contender in turns.
    ///
    /// - Returns: One result for each contender; failed audits and appends are part of it.
    /// - Throws: If a store cannot be created, filled, opened, read or closed.
    func run(in context: RunContext) async throws -> [ContenderResult]
}
