import LMDB

/// Where a store says and measures what it does.
struct StoreObserver: Sendable {
    let log: StoreLog

    /// `nil` where nobody measures.
    let metrics: StoreMetrics?

    init(_ options: LMDBEventStore.Options, store path: String) {
        log = StoreLog(options.logger, store: path)
        metrics = StoreMetrics(options.metrics, store: path)
    }

    /// How writes wait for the write lock of a file, and where it is said that they do.
    func patience(_ options: LMDBEventStore.Options, file: String) -> WriteLockPatience {
        WriteLockPatience(bound: options.writeLockTimeout) { [log] in log.writeLockHeld(by: $0, of: file) }
    }

    /// The index was of no use, and is built anew.
    ///
    /// - Parameter reason: Why, as a clause.
    func indexDiscarded(_ reason: String) {
        log.indexDiscarded(reason)
        metrics?.indexDiscarded()
    }
}
