extension ConsistencyChecker {
    /// Prepares a check of histories in which appends may fail because of the disk, which is not a fault of the store.
    init(_ entries: [HistoryEntry], _ log: FinalLog) {
        self.init(entries, log, toleratesAppend: { DiskFailure.isOne($0) })
    }
}

extension AppendOutcome {
    /// The outcome of an append that threw; a failure is described by ``DiskFailure/words(_:during:)``.
    init(_ error: any Error) {
        self.init(error) { DiskFailure.words($0) }
    }
}
