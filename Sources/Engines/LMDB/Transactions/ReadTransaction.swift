internal import CLMDB

/// A read transaction: a consistent snapshot of the file, from ``Environment/read(_:)``.
///
/// Its bytes lie in the map and are valid only inside the closure. Use it from one thread at a time.
///
/// `@safe` is right because it is lent to a closure, which can neither copy nor store it, while handle and frame are
/// valid.
@safe
public struct ReadTransaction: ~Copyable {
    let handle: OpaquePointer
    let frame: UnsafeMutablePointer<TransactionFrame>

    init(_ handle: OpaquePointer, _ frame: UnsafeMutablePointer<TransactionFrame>) {
        unsafe self.handle = handle
        unsafe self.frame = frame
    }

    /// The id of the last transaction that it sees; 0 if nothing has been committed.
    public var id: UInt64 { unsafe UInt64(truncatingIfNeeded: mdb_txn_id(handle)) }

    /// The value of a key; `nil` if the key does not exist.
    ///
    /// - Parameter key: The key, 1 to 511 bytes.
    /// - Returns: The value, valid until the transaction ends.
    /// - Throws: ``LMDBError`` if the key's length is invalid or the file is damaged.
    /// - Complexity: O(log *n*) in the number of entries.
    public func get(_ key: UnsafeRawBufferPointer) throws(LMDBError) -> UnsafeRawBufferPointer? {
        try unsafe Reading.get(key, handle, frame)
    }

    /// Opens a cursor, which must not outlive the closure that the transaction is passed to.
    ///
    /// - Returns: An unpositioned cursor.
    /// - Throws: ``LMDBError`` if memory is short.
    public func openCursor() throws(LMDBError) -> Cursor { try unsafe Reading.openCursor(handle, frame) }
}
