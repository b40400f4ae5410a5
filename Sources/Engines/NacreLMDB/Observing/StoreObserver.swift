import LMDB

/// The log messages and metrics of a store.
struct StoreObserver: Sendable {
    // OPS-16: A store logs only with a logger, and measures only with a metrics backend.

    let log: StoreLog

    /// `nil` without a metrics backend.
    let metrics: StoreMetrics?

    init(_ options: LMDBEventStore.Options, store path: String) {
        log = StoreLog(options.logger, store: path)
        metrics = StoreMetrics(options.metrics, store: path)
    }

    /// How writes wait for the write lock of a file, and how waiting is logged.
    func waitPolicy(_ options: LMDBEventStore.Options, file: String) -> WriteLockWaitPolicy {
        WriteLockWaitPolicy(limit: options.writeLockTimeout) { [log] in log.writeLockHeld(by: $0, of: file) }
    }

    /// Reports that an unusable index was discarded and will be rebuilt.
    ///
    /// - Parameter reason: The reason, as a clause.
    func indexDiscarded(_ reason: String) {
        log.indexDiscarded(reason)
        metrics?.indexDiscarded()
    }
}
