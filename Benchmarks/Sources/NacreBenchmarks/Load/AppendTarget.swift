import Nacre

/// The target of concurrent writers: a small part of an event store, so that tests can replace it.
protocol AppendTarget: Sendable {
    /// Appends a commit, as `EventStore` defines it.
    func append(_ commit: Commit) async throws -> AppendResult

    /// The position of the last event, as `EventStore` defines it.
    func head() async throws -> Position

    /// How an append uses its caller's thread.
    var callerUse: CallerUse { get }
}

extension AppendTarget {
    var callerUse: CallerUse { .suspends }
}
