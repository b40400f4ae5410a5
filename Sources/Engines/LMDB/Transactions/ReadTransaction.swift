internal import CLMDB

/// One state of the file, from ``Environment/read(_:)``.
///
/// Bytes that it gives out lie in the map and are valid inside the closure alone. Used by one thread at a time.
public struct ReadTransaction: ~Copyable {
    let handle: OpaquePointer
    let frame: UnsafeMutablePointer<TransactionFrame>

    init(_ handle: OpaquePointer, _ frame: UnsafeMutablePointer<TransactionFrame>) {
        self.handle = handle
        self.frame = frame
    }

    /// The id of the last transaction that it sees the effects of; 0 where nothing has been committed.
    public var id: UInt64 { UInt64(truncatingIfNeeded: mdb_txn_id(handle)) }

    /// The value of a key, or nil where the key does not exist.
    ///
    /// - Parameter key: The key, 1 to 511 bytes.
    /// - Returns: The value, valid until the transaction ends.
    /// - Throws: ``LMDBError`` where the key's length is not allowed or the file is damaged.
    /// - Complexity: O(log *n*) in the number of entries.
    public func get(_ key: UnsafeRawBufferPointer) throws(LMDBError) -> UnsafeRawBufferPointer? {
        try Reading.get(key, handle, frame)
    }

    /// Opens a cursor, which must not outlive the closure that the transaction was given to.
    ///
    /// - Returns: A cursor that stands nowhere yet.
    /// - Throws: ``LMDBError`` where memory is short.
    public func openCursor() throws(LMDBError) -> Cursor { try Reading.openCursor(handle, frame) }
}
