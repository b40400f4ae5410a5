/// How appends shared durable transactions: means of each slice.
struct GroupReport: Hashable, Sendable, Codable {
    var events: SampleSummary
    var appends: SampleSummary

    /// Durable transactions per second; `nil` if the slices' rates are unknown.
    var perSecond: SampleSummary?

    init?(_ groups: [GroupStatistics], eventsPerSecond: [Double] = []) {
        guard let events = SampleSummary(groups.map(\.eventsPerGroup)),
            let appends = SampleSummary(groups.map(\.appendsPerGroup))
        else { return nil }
        self.events = events
        self.appends = appends
        if groups.count == eventsPerSecond.count, groups.allSatisfy({ $0.events > 0 }) {
            perSecond = SampleSummary(zip(eventsPerSecond, groups).map { $0 / $1.eventsPerGroup })
        }
    }
}
