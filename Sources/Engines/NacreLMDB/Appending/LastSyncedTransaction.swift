/// The last transaction of the log that is known to be on disk.
///
/// A process that dies while committing may leave a transaction that readers see before it is synced. A retried append
/// whose events are found there is acknowledged only after a sync.
struct LastSyncedTransaction {
    // APP-15: A repeat of a commit that another process left unsynced is acknowledged after a sync.

    private var last: UInt64 = 0

    /// Whether everything that a write transaction reads from the log is on disk.
    func holds(allBefore transaction: UInt64) -> Bool { last == transaction - 1 }

    /// Records the commit of a write transaction, which syncs everything before it too.
    mutating func noteCommit(of transaction: UInt64) { last = transaction }

    /// Records a sync inside a write transaction that commits nothing; the next one reuses its number.
    mutating func noteSync(before transaction: UInt64) { last = transaction - 1 }
}
