internal import Nacre

extension EventStoreError {
    /// The error of a node whose folder has another store than the log.
    static func otherStore(_ own: StoreID, _ log: StoreID, _ name: String, _ path: String) -> EventStoreError {
        EventStoreError(
            .diverged,
            """
            the folder \(quoted(path, upTo: .max)) has store \(own), and the log \(name) is of store \(log): give each \
            store a prefix of its own in the log, and each node a folder of its own
            """)
    }

    /// The error of a node that the log cannot bring up to date from where it is.
    static func needsBackup(_ name: String, _ path: String) -> EventStoreError {
        EventStoreError(
            .diverged,
            """
            the log \(name) has forgotten entries that the replica in \(quoted(path, upTo: .max)) lacks, or begins \
            behind them: put a backup of another node in place of the folder, and open it again
            """)
    }

    /// The error of a replica that was in use when the machine went down, and that the log cannot rebuild.
    static func untrustedReplica(_ path: String) -> EventStoreError {
        EventStoreError(
            .diverged,
            """
            the machine has crashed since the replica in \(quoted(path, upTo: .max)) was used, so that it is not \
            trusted, and the log does not reach back to its beginning: move the folder away, put a backup of another \
            node in its place, and open it again
            """)
    }

    /// The error of a store that has events, over a log that has none.
    static func emptyLog(_ name: String, _ path: String, head: Position) -> EventStoreError {
        EventStoreError(
            .diverged,
            """
            the log \(name) is empty, and the store in \(quoted(path, upTo: .max)) has events up to position \(head): \
            if the log was lost, restore it; if this store is to be its beginning, open it with beginsLog
            """, position: head)
    }

    /// The error of a log that has fewer entries than a node has followed.
    static func shortenedLog(_ name: String, followed: LogSequence, tail: LogSequence) -> EventStoreError {
        EventStoreError(
            .diverged,
            """
            the log \(name) ends at entry \(tail), and this node has followed it up to entry \(followed): the log has \
            lost entries, or is another one; restore it, or begin with an empty folder if the loss is accepted
            """)
    }
}
