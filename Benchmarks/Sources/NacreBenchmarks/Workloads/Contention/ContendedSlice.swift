/// What one slice of contending measured.
struct ContendedSlice: Sendable {
    /// When it began, of ``monotonicNanoseconds()``.
    var start: UInt64

    /// From the first operation's begin to the last answer.
    var nanoseconds: UInt64

    /// One record for each writer.
    var records: [ContendedRecord]

    /// How the engine grouped the appends, where it says so.
    var groups: GroupStatistics?

    /// What the process used.
    var use: LoadUse?

    /// Attempts, accepted or not.
    var attempts: Int { records.reduce(0) { $0 + $1.attempts.attempts.count } }

    /// Operations that were accepted.
    var accepted: Int { records.reduce(0) { $0 + $1.latencies.count } }

    /// Events of the operations that were accepted.
    var events: Int { records.reduce(0) { $0 + $1.answers.events } }

    /// How evenly the accepted operations fell to the writers.
    var fairness: Fairness? { Fairness(records.map(\.latencies.count)) }

    /// So many as a rate.
    func perSecond(_ count: Int) -> Double { nanoseconds == 0 ? 0 : Double(count) * 1e9 / Double(nanoseconds) }

    /// What was accepted and what failed in each interval of so many seconds.
    func intervals(ofSeconds seconds: Double) -> IntervalSeries {
        IntervalSeries(
            ofSeconds: seconds, from: start, nanoseconds: nanoseconds, answers: records.lazy.map(\.answers),
            failures: records.lazy.flatMap { $0.attempts.failures + $0.attempts.failedReads })
    }

    /// Has the writers of a load contend for one store.
    ///
    /// - Parameters:
    ///   - load: What they do.
    ///   - budget: When no further operation begins.
    ///   - session: The store.
    ///   - templates: The payloads.
    ///   - watch: Is told of every operation that is accepted, where somebody watches.
    /// - Returns: What was measured.
    static func run(
        _ load: ContendedLoad, within budget: SliceBudget, on session: any EngineSession,
        _ templates: PayloadTemplates, watchedBy watch: LoadWatch? = nil
    ) async -> ContendedSlice {
        let writers = (0..<load.writers).map {
            ContendingWriter($0, of: load, templates: templates, session: session, watch: watch)
        }
        let operations = budget.appends(of: load.appendLoad, writers: load.writers)
        let (slice, use) = await LoadMeter.during(isWanted: true) {
            await contend(writers, within: budget, operations: operations, on: session)
        }
        var measured = slice
        measured.use = use
        return measured
    }

    private static func contend(
        _ writers: [ContendingWriter], within budget: SliceBudget, operations: Int, on session: any EngineSession
    ) async -> ContendedSlice {
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
            start: start, nanoseconds: monotonicNanoseconds() - start, records: records, groups: session.groups)
    }
}
