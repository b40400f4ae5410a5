/// What a store has written since it was opened, in this process.
public struct AppendStatistics: Hashable, Sendable {
    /// Group commits: transactions of the log, each made durable once.
    public private(set) var groups = 0

    /// Commits in them.
    public private(set) var commits = 0

    /// Events in them.
    public private(set) var events = 0

    init() {}

    mutating func add(_ outcome: GroupOutcome) {
        groups += 1
        commits += outcome.commits
        events += outcome.events
    }
}
