import Nacre

extension StoreFolder {
    /// The error of writing to a node's folder as if it were a store of its own.
    var isReplica: EventStoreError {
        EventStoreError(
            .appendsStopped,
            """
            the folder \(quoted(path, upTo: .max)) is a node of a replicated store: open it with ReplicatedEventStore, or \
            read-only; if the node is to become a store of its own, remove the files whose names begin with "replica"
            """, outcome: .notWritten)
    }
}
