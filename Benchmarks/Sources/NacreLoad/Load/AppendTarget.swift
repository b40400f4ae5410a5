package import Nacre

/// The target of concurrent writers: a small part of an event store, so that tests can replace it.
package protocol AppendTarget: Sendable {
    /// Appends a commit, as `EventStore` defines it.
    func append(_ commit: Commit) async throws -> AppendResult

    /// The position of the last event, as `EventStore` defines it.
    func head() async throws -> Position

    /// How an append uses its caller's thread.
    var callerUse: CallerUse { get }
}

extension AppendTarget {
    package var callerUse: CallerUse { .suspends }
}

/// How an append uses its caller's thread while it waits.
package enum CallerUse: Sendable {
    /// It suspends: other tasks use the thread until the answer arrives.
    case suspends

    /// It computes on the thread and does not wait long: the store in memory.
    case computes

    /// It blocks the thread until the disk has answered: SQLite, which is synchronous.
    case blocks
}
