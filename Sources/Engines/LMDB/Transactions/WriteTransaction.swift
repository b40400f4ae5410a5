internal import CLMDB

/// Changes to the file that take effect together, from ``Environment/write(_:)``; aborted unless committed.
///
/// It belongs to the thread that began it and must not leave the closure. A failure with `mapFull` or
/// `transactionFull`, or of the disk, leaves nothing to do but abort.
public struct WriteTransaction: ~Copyable {
    let handle: OpaquePointer
    let frame: UnsafeMutablePointer<TransactionFrame>

    init(_ handle: OpaquePointer, _ frame: UnsafeMutablePointer<TransactionFrame>) {
        self.handle = handle
        self.frame = frame
    }

    deinit {
        frame.pointee.isOpen = false
        mdb_txn_abort(handle)
    }

    /// The id that the transaction has once it is committed.
    public var id: UInt64 { UInt64(truncatingIfNeeded: mdb_txn_id(handle)) }

    /// The value of a key as the transaction has left it, or nil where the key does not exist.
    ///
    /// - Parameter key: The key, 1 to 511 bytes.
    /// - Returns: The value, valid until the next change or the end.
    /// - Throws: ``LMDBError`` where the key's length is not allowed or the file is damaged.
    /// - Complexity: O(log *n*) in the number of entries.
    public func get(_ key: UnsafeRawBufferPointer) throws(LMDBError) -> UnsafeRawBufferPointer? {
        try Reading.get(key, handle, frame)
    }

    /// How many entries there are, as the transaction has left them.
    ///
    /// - Returns: Their number.
    /// - Throws: ``LMDBError`` where the transaction is of no use any more.
    /// - Complexity: O(1).
    public func count() throws(LMDBError) -> Int {
        var statistics = MDB_stat()
        let result = mdb_stat(handle, frame.database, &statistics)
        guard result == MDB_SUCCESS else { throw frame.error(result, call: "mdb_stat") }
        return Int(statistics.ms_entries)
    }

    /// Opens a cursor, which sees the transaction's own changes and can delete; it is of no use after the end.
    ///
    /// - Returns: A cursor that stands nowhere yet.
    /// - Throws: ``LMDBError`` where memory is short.
    public func openCursor() throws(LMDBError) -> Cursor { try Reading.openCursor(handle, frame) }

    /// Makes the changes take effect, durably as far as the environment's durability goes.
    ///
    /// - Throws: ``LMDBError``; the transaction is over then too, and none of its changes took effect, except that
    ///   after a failure of the disk it is unknown whether they did.
    public consuming func commit() throws(LMDBError) {
        let handle = handle
        let frame = frame
        discard self
        // Before the commit, which frees the transaction and its cursors whether it succeeds or fails.
        frame.pointee.isOpen = false
        let environment = frame.pointee.environment.takeUnretainedValue()
        // Where this commit is to sync the meta page of the one before, a failed sync leaves that in doubt, and no later
        // sync proves it. Said before the commit, which lets the next writer in.
        let doubt = environment.durability == .noMetaSync ? environment.raiseDoubt() : nil
        let result = mdb_txn_commit(handle)
        guard result == MDB_SUCCESS else { throw frame.error(result, call: "mdb_txn_commit") }
        if let doubt { environment.withdraw(doubt) }
    }

    /// Drops the changes.
    public consuming func abort() {
        // Letting go of the value aborts.
    }
}
