/// The measurements of one slice of appending, before its audit.
package struct AppendSlice: Sendable {
    /// The start, by ``monotonicNanoseconds()``.
    package var start: UInt64

    /// The time from the first append's call to the last answer.
    package var nanoseconds: UInt64

    package var records: [WriterRecord]

    /// How the engine grouped the appends, if it reports it.
    package var groups: GroupStatistics?

    /// The times of the engine's stages, if it reports them.
    package var stages: [StageTimes] = []

    /// The resources used by the process, if the budget requests them.
    package var use: LoadUse?

    /// The offered load of an open loop.
    package var offered: OfferedLoad?

    package var events: Int { records.reduce(0) { $0 + $1.eventsAcknowledged } }
}

/// How appends shared durable transactions.
package struct GroupStatistics: Hashable, Sendable, Codable {
    package var groups = 0
    package var appends = 0
    package var events = 0

    package init(groups: Int = 0, appends: Int = 0, events: Int = 0) {
        (self.groups, self.appends, self.events) = (groups, appends, events)
    }

    package var eventsPerGroup: Double { groups == 0 ? 0 : Double(events) / Double(groups) }

    package var appendsPerGroup: Double { groups == 0 ? 0 : Double(appends) / Double(groups) }

    package mutating func add(_ other: GroupStatistics) {
        groups += other.groups
        appends += other.appends
        events += other.events
    }
}
