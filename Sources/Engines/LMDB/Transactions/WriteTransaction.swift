internal import CLMDB

/// A write transaction from ``Environment/write(_:)``: atomic changes to the file, aborted unless committed.
///
/// It belongs to the thread that began it and must not leave the closure. After `mapFull`, `transactionFull` or a disk
/// error, it can only be aborted.
///
/// `@safe` is right because a precondition ensures that it ends inside the closure that it is passed to, while handle
/// and frame are valid.
@safe
public struct WriteTransaction: ~Copyable {
    let handle: OpaquePointer
    let frame: UnsafeMutablePointer<TransactionFrame>

    init(_ handle: OpaquePointer, _ frame: UnsafeMutablePointer<TransactionFrame>) {
        unsafe self.handle = handle
        unsafe self.frame = frame
    }

    deinit {
        unsafe frame.pointee.isOpen = false
        unsafe mdb_txn_abort(handle)
    }

    /// The id of the transaction once it is committed.
    public var id: UInt64 { unsafe UInt64(truncatingIfNeeded: mdb_txn_id(handle)) }

    /// The value of a key, with the transaction's own changes; `nil` if the key does not exist.
    ///
    /// - Parameter key: The key, 1 to 511 bytes.
    /// - Returns: The value, valid until the next change or the end.
    /// - Throws: ``LMDBError`` if the key's length is invalid or the file is damaged.
    /// - Complexity: O(log *n*) in the number of entries.
    public func get(_ key: UnsafeRawBufferPointer) throws(LMDBError) -> UnsafeRawBufferPointer? {
        try unsafe Reading.get(key, handle, frame)
    }

    /// The number of entries, with the transaction's own changes.
    ///
    /// - Returns: The number of entries.
    /// - Throws: ``LMDBError`` if the transaction has failed.
    /// - Complexity: O(1).
    public func count() throws(LMDBError) -> Int {
        var statistics = MDB_stat()
        let result = unsafe mdb_stat(handle, frame.database, &statistics)
        guard result == MDB_SUCCESS else { throw unsafe frame.error(result, call: "mdb_stat") }
        return Int(statistics.ms_entries)
    }

    /// Opens a cursor, which sees the transaction's own changes and can delete; it is unusable after the transaction's
    /// end.
    ///
    /// - Returns: An unpositioned cursor.
    /// - Throws: ``LMDBError`` if memory is short.
    public func openCursor() throws(LMDBError) -> Cursor { try unsafe Reading.openCursor(handle, frame) }

    /// Commits the changes, as durably as the environment's durability says.
    ///
    /// - Throws: ``LMDBError``. The transaction has ended nevertheless, and none of its changes took effect; only after
    ///   a disk error is it unknown whether they did.
    public consuming func commit() throws(LMDBError) {
        let handle = unsafe handle
        let frame = unsafe frame
        discard self
        // Before the commit, which frees the transaction and its cursors in any case.
        unsafe frame.pointee.isOpen = false
        let environment = unsafe frame.pointee.environment.takeUnretainedValue()
        // If this commit is to sync the previous commit's meta page, a failed sync leaves that page in doubt, and no
        // later sync settles it. The doubt is raised before the commit, because the commit admits the next writer.
        let doubt = environment.durability == .noMetaSync ? environment.raiseDoubt() : nil
        let result = unsafe mdb_txn_commit(handle)
        guard result == MDB_SUCCESS else { throw unsafe frame.error(result, call: "mdb_txn_commit") }
        if let doubt { environment.withdraw(doubt) }
    }

    /// Discards the changes.
    public consuming func abort() {
        // Deinitialising the value aborts the transaction.
    }
}
