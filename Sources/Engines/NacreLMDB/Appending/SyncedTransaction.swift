/// The last transaction of the log that is known to be on the disk.
///
/// A process that dies during its commit may leave a transaction that readers see before it is synced. A retried append
/// that finds its events there is acknowledged only after a sync.
struct SyncedTransaction {
    private var last: UInt64 = 0

    /// Whether everything that a write transaction finds in the log is on the disk.
    func holds(allBefore transaction: UInt64) -> Bool { last == transaction - 1 }

    /// Records the commit of a write transaction, which syncs everything before it too.
    mutating func noteCommit(of transaction: UInt64) { last = transaction }

    /// Records a sync made inside a write transaction that commits nothing: its number is given to the next one again.
    mutating func noteSync(before transaction: UInt64) { last = transaction - 1 }
}
