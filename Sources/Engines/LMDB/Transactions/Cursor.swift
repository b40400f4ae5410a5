internal import CLMDB

/// A place among the entries of a transaction, in the order of the keys' bytes.
///
/// Closed when it is let go, which must be inside the closure that the transaction was given to. Once a write
/// transaction is committed or aborted, its cursors throw `badTransaction`.
public struct Cursor: ~Copyable {
    /// A key with its value; the bytes are valid until the transaction's next change or its end.
    public struct Entry {
        /// The key.
        public let key: UnsafeRawBufferPointer
        /// The value.
        public let value: UnsafeRawBufferPointer
    }

    private let handle: OpaquePointer
    private let frame: UnsafeMutablePointer<TransactionFrame>
    /// Whether the cursor stands at an entry, or where one was deleted; LMDB leaves it undefined after a vain search.
    private var stands = false

    init(_ handle: OpaquePointer, _ frame: UnsafeMutablePointer<TransactionFrame>) {
        self.handle = handle
        self.frame = frame
        frame.pointee.cursors += 1
    }

    deinit {
        frame.pointee.cursors -= 1
        // The end of a write transaction has freed its cursors; a read transaction never does.
        if frame.pointee.isOpen || !frame.pointee.isWriting { mdb_cursor_close(handle) }
    }
}

extension Cursor {
    /// Moves to the first entry.
    ///
    /// - Returns: The entry, or nil where there is none at all.
    /// - Throws: ``LMDBError`` where the file is damaged or the transaction is over.
    /// - Complexity: O(log *n*) in the number of entries.
    public mutating func first() throws(LMDBError) -> Entry? { try jump(MDB_FIRST) }

    /// Moves to the last entry.
    ///
    /// - Returns: The entry, or nil where there is none at all.
    /// - Throws: ``LMDBError`` where the file is damaged or the transaction is over.
    /// - Complexity: O(log *n*) in the number of entries.
    public mutating func last() throws(LMDBError) -> Entry? { try jump(MDB_LAST) }

    /// Moves to the entry after this one; to the first where the cursor stands nowhere.
    ///
    /// - Returns: The entry, or nil where this is the last one: then the cursor stays.
    /// - Throws: ``LMDBError`` where the file is damaged or the transaction is over.
    /// - Complexity: O(1) amortised.
    public mutating func next() throws(LMDBError) -> Entry? { try stands ? move(MDB_NEXT) : jump(MDB_FIRST) }

    /// Moves to the entry before this one; to the last where the cursor stands nowhere.
    ///
    /// - Returns: The entry, or nil where this is the first one: then the cursor stays.
    /// - Throws: ``LMDBError`` where the file is damaged or the transaction is over.
    /// - Complexity: O(1) amortised.
    public mutating func previous() throws(LMDBError) -> Entry? { try stands ? move(MDB_PREV) : jump(MDB_LAST) }

    /// The entry at which the cursor stands.
    ///
    /// - Returns: The entry, or nil where the cursor stands nowhere: before its first move, and after a vain search.
    /// - Throws: ``LMDBError`` where the file is damaged or the transaction is over.
    /// - Complexity: O(1).
    public mutating func current() throws(LMDBError) -> Entry? { try stands ? move(MDB_GET_CURRENT) : nil }

    /// Moves to the entry with this very key.
    ///
    /// - Parameter key: The key, 1 to 511 bytes.
    /// - Returns: The entry, or nil where the key does not exist: then the cursor stands nowhere.
    /// - Throws: ``LMDBError`` where the file is damaged, the key is too long or the transaction is over.
    /// - Complexity: O(log *n*) in the number of entries.
    public mutating func seek(to key: UnsafeRawBufferPointer) throws(LMDBError) -> Entry? {
        try jump(MDB_SET_KEY, key)
    }

    /// Moves to the first entry whose key is the given one or a greater one.
    ///
    /// - Parameter key: The key, 1 to 511 bytes.
    /// - Returns: The entry, or nil where every key is less: then the cursor stands nowhere.
    /// - Throws: ``LMDBError`` where the file is damaged, the key is too long or the transaction is over.
    /// - Complexity: O(log *n*) in the number of entries.
    public mutating func seek(atLeast key: UnsafeRawBufferPointer) throws(LMDBError) -> Entry? {
        try jump(MDB_SET_RANGE, key)
    }

    /// Moves to the last entry whose key is the given one or a lesser one.
    ///
    /// - Parameter key: The key, 1 to 511 bytes.
    /// - Returns: The entry, or nil where every key is greater: then the cursor stands nowhere.
    /// - Throws: ``LMDBError`` where the file is damaged, the key is too long or the transaction is over.
    /// - Complexity: O(log *n*) in the number of entries.
    public mutating func seek(atMost key: UnsafeRawBufferPointer) throws(LMDBError) -> Entry? {
        guard let entry = try jump(MDB_SET_RANGE, key) else { return try jump(MDB_LAST) }
        if Reading.areEqual(entry.key, key) { return entry }
        return try jump(MDB_PREV)
    }

    /// Deletes the entry at which the cursor stands; ``next()`` then gives the one that followed it.
    ///
    /// - Throws: ``LMDBError``: `invalid` where the cursor stands nowhere, `permissionDenied` in a read transaction,
    ///   or as ``WriteTransaction/delete(_:)``.
    /// - Complexity: O(log *n*) in the number of entries.
    public mutating func deleteCurrent() throws(LMDBError) {
        try checkOpen(call: "mdb_cursor_del")
        let result = stands ? mdb_cursor_del(handle, 0) : LMDBError.Code.invalid.rawValue
        guard result == MDB_SUCCESS else { throw frame.error(result, call: "mdb_cursor_del") }
    }

    /// Moves to a place that does not depend on where the cursor stands; nowhere, if there is no such place.
    private mutating func jump(
        _ operation: MDB_cursor_op, _ key: UnsafeRawBufferPointer? = nil
    ) throws(LMDBError) -> Entry? {
        stands = false
        let entry = try move(operation, key)
        stands = entry != nil
        return entry
    }

    private func move(_ operation: MDB_cursor_op, _ key: UnsafeRawBufferPointer? = nil) throws(LMDBError) -> Entry? {
        try checkOpen(call: "mdb_cursor_get")
        var found = key.map(MDB_val.init) ?? MDB_val()
        var value = MDB_val()
        let result = mdb_cursor_get(handle, &found, &value, operation)
        if result == MDB_SUCCESS {
            return Entry(key: UnsafeRawBufferPointer(found), value: UnsafeRawBufferPointer(value))
        }
        // What LMDB says of a cursor whose database has been emptied.
        if operation == MDB_GET_CURRENT, result == LMDBError.Code.invalid.rawValue { return nil }
        guard result == MDB_NOTFOUND else { throw frame.error(result, call: "mdb_cursor_get", key: found) }
        return nil
    }

    private func checkOpen(call: String) throws(LMDBError) {
        guard frame.pointee.isOpen else { throw frame.error(MDB_BAD_TXN, call: call) }
    }
}
