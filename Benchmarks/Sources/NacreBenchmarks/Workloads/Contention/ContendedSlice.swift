/// The measurements of one slice of contention.
typealias ContendedSlice = CallerSlice<ContendedRecord>

extension ContendedSlice {
    /// Attempts, accepted or not.
    var attempts: Int { records.reduce(0) { $0 + $1.attempts.attempts.count } }

    var accepted: Int { records.reduce(0) { $0 + $1.latencies.count } }

    /// How evenly the accepted operations are shared by the writers.
    var fairness: Fairness? { Fairness(records.map(\.latencies.count)) }

    /// Runs the contending writers of a load on one store.
    static func run(
        _ load: ContendedLoad, within budget: SliceBudget, on session: any EngineSession,
        _ templates: PayloadTemplates, watchedBy watch: LoadWatch? = nil
    ) async -> ContendedSlice {
        let writers = (0..<load.writers).map {
            ContendingWriter($0, of: load, templates: templates, session: session, watch: watch)
        }
        let operations = budget.appends(of: load.appendLoad, writers: load.writers)
        return await run(writers, within: budget, on: session) { await $0.run(until: $1, operations: operations) }
    }
}
