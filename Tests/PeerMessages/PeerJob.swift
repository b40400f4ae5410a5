/// What another process is asked to do with a store.
package enum PeerJob: Codable, Sendable {
    /// Append a commit; answers a ``PeerAnswer``.
    case append(PeerCommit)

    /// Read a stream forward; answers a list of ``PeerEvent``.
    case read(stream: String)

    /// Append so many events, most of them to streams of its own, some to one that it shares; answers a
    /// ``PeerContest``.
    case contend(name: String, events: Int)
}

/// How a process fared that appended beside another one.
package struct PeerContest: Codable, Sendable {
    /// Events that were acknowledged.
    package var acknowledged = 0

    /// Conflicts in which the stream's version really was another.
    package var realConflicts = 0

    /// Conflicts that were none.
    package var falseConflicts = 0

    package init() {}
}
