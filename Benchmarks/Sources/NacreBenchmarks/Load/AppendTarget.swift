import Nacre

/// What concurrent writers append to: one method of an event store, so that tests can put anything in its place.
protocol AppendTarget: Sendable {
    /// Appends a commit, as `EventStore` promises it.
    func append(_ commit: Commit) async throws -> AppendResult

    /// The position of the last event, as `EventStore` promises it.
    func head() async throws -> Position

    /// What an append does with the thread of its caller.
    var callerUse: CallerUse { get }
}

extension AppendTarget {
    var callerUse: CallerUse { .suspends }
}
