/// What one slice of appending measured, before its audit.
struct AppendSlice: Sendable {
    /// When it began, of ``monotonicNanoseconds()``.
    var start: UInt64

    /// From the first append's call to the last answer.
    var nanoseconds: UInt64

    var records: [WriterRecord]

    /// How the engine grouped the appends, where it says so.
    var groups: GroupStatistics?

    /// How long the engine's stages took, where it says so.
    var stages: [StageTimes] = []

    /// What the process used, where the budget asks for it.
    var use: LoadUse?

    /// What was offered, where appends came when they were due.
    var offered: OfferedLoad?

    var events: Int { records.reduce(0) { $0 + $1.eventsAcknowledged } }
}

/// How appends shared durable transactions.
struct GroupStatistics: Hashable, Sendable, Codable {
    /// Durable transactions.
    var groups: Int

    var appends: Int
    var events: Int

    /// Mean number of events in a transaction.
    var eventsPerGroup: Double { groups == 0 ? 0 : Double(events) / Double(groups) }

    /// Mean number of appends in a transaction.
    var appendsPerGroup: Double { groups == 0 ? 0 : Double(appends) / Double(groups) }
}
