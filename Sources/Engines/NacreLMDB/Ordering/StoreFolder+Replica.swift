import Nacre

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension StoreFolder {
    /// Removes files that may be missing.
    func remove(_ files: [String]) throws(EventStoreError) {
        for file in files {
            guard unsafe unlink(file) == 0 || errno == ENOENT else {
                throw failure("contains \(quoted(file)), which cannot be removed")
            }
        }
    }

    /// Gives a finished log its name, durably.
    func nameLog(_ file: String) throws(EventStoreError) {
        guard unsafe rename(file, log) == 0 else { throw failure("contains a new log, which cannot be renamed") }
        try syncEntries()
    }

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
