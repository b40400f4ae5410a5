/// What this process has written to a store since opening it.
public struct AppendStatistics: Hashable, Sendable {
    /// The number of group commits: transactions of the log, each made durable once.
    public private(set) var groups = 0

    /// The number of commits in them.
    public private(set) var commits = 0

    /// The number of events in them.
    public private(set) var events = 0

    init() {}

    mutating func add(_ outcome: GroupOutcome) {
        groups += 1
        commits += outcome.commits
        events += outcome.events
    }
}
