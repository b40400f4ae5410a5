/// The measurements of one slice of appending, before its audit.
struct AppendSlice: Sendable {
    /// The start, by ``monotonicNanoseconds()``.
    var start: UInt64

    /// The time from the first append's call to the last answer.
    var nanoseconds: UInt64

    var records: [WriterRecord]

    /// How the engine grouped the appends, if it reports it.
    var groups: GroupStatistics?

    /// The times of the engine's stages, if it reports them.
    var stages: [StageTimes] = []

    /// The resources used by the process, if the budget requests them.
    var use: LoadUse?

    /// The offered load of an open loop.
    var offered: OfferedLoad?

    var events: Int { records.reduce(0) { $0 + $1.eventsAcknowledged } }
}

/// How appends shared durable transactions.
struct GroupStatistics: Hashable, Sendable, Codable {
    /// Durable transactions.
    var groups: Int

    var appends: Int
    var events: Int

    /// The mean number of events in a transaction.
    var eventsPerGroup: Double { groups == 0 ? 0 : Double(events) / Double(groups) }

    /// The mean number of appends in a transaction.
    var appendsPerGroup: Double { groups == 0 ? 0 : Double(appends) / Double(groups) }
}
