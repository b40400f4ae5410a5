/// What one slice of contending measured.
struct ContendedSlice: Sendable {
    /// From the first operation's begin to the last answer.
    var nanoseconds: UInt64

    /// One record for each writer.
    var records: [ContendedRecord]

    /// How the engine grouped the appends, where it says so.
    var groups: GroupStatistics?

    /// Attempts, accepted or not.
    var attempts: Int { records.reduce(0) { $0 + $1.attempts.attempts.count } }

    /// Operations that were accepted.
    var accepted: Int { records.reduce(0) { $0 + $1.latencies.count } }

    /// How evenly the accepted operations fell to the writers.
    var fairness: Fairness? { Fairness(records.map(\.latencies.count)) }

    /// So many as a rate.
    func perSecond(_ count: Int) -> Double { nanoseconds == 0 ? 0 : Double(count) * 1e9 / Double(nanoseconds) }

    /// Has the writers of a load contend for one store.
    ///
    /// - Parameters:
    ///   - load: What they do.
    ///   - budget: When no further operation begins.
    ///   - session: The store.
    ///   - templates: The payloads.
    /// - Returns: What was measured.
    static func run(
        _ load: ContendedLoad, within budget: SliceBudget, on session: any EngineSession, _ templates: PayloadTemplates
    ) async -> ContendedSlice {
        let writers = (0..<load.writers).map { ContendingWriter($0, of: load, templates: templates, session: session) }
        let operations = budget.appends(of: load.appendLoad, writers: load.writers)
        let start = monotonicNanoseconds()
        let deadline = budget.deadline(from: start)
        let records = await withTaskGroup(of: (Int, ContendedRecord).self) { group in
            for (number, writer) in writers.enumerated() {
                group.addTask { (number, await writer.run(until: deadline, operations: operations)) }
            }
            var records: [(Int, ContendedRecord)] = []
            for await record in group { records.append(record) }
            return records.sorted { $0.0 < $1.0 }.map(\.1)
        }
        return ContendedSlice(
            nanoseconds: monotonicNanoseconds() - start, records: records, groups: session.groups)
    }
}
