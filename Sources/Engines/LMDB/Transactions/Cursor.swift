internal import CLMDB

/// A cursor over the entries of a transaction, ordered by the bytes of their keys.
///
/// It closes when it is deallocated, which must happen inside the closure that the transaction is passed to. After a
/// write transaction is committed or aborted, its cursors throw `badTransaction`.
///
/// `@safe` is right because the frame outlives its cursors, which a precondition at its end ensures, and knows whether
/// the transaction is still open.
@safe
public struct Cursor: ~Copyable {
    /// A key and its value; the bytes are valid until the transaction's next change or its end.
    ///
    /// `@safe` is right because it only carries the bytes, whose own type marks each use of them.
    @safe
    public struct Entry {
        /// The key.
        public let key: UnsafeRawBufferPointer
        /// The value.
        public let value: UnsafeRawBufferPointer
    }

    private let handle: OpaquePointer
    private let frame: UnsafeMutablePointer<TransactionFrame>
    /// Whether the cursor is at an entry, or where one was deleted; LMDB leaves it undefined after a failed search.
    private var isPositioned = false

    init(_ handle: OpaquePointer, _ frame: UnsafeMutablePointer<TransactionFrame>) {
        unsafe self.handle = handle
        unsafe self.frame = frame
        unsafe frame.pointee.cursors += 1
    }

    deinit {
        unsafe frame.pointee.cursors -= 1
        // The end of a write transaction has freed its cursors; that of a read transaction does not.
        if unsafe frame.pointee.isOpen || !frame.pointee.isWriting { unsafe mdb_cursor_close(handle) }
    }
}

extension Cursor {
    /// Moves to the first entry.
    ///
    /// - Returns: The entry; `nil` if there are none.
    /// - Throws: ``LMDBError`` if the file is damaged or the transaction has ended.
    /// - Complexity: O(log *n*) in the number of entries.
    public mutating func first() throws(LMDBError) -> Entry? { try unsafe jump(MDB_FIRST) }

    /// Moves to the last entry.
    ///
    /// - Returns: The entry; `nil` if there are none.
    /// - Throws: ``LMDBError`` if the file is damaged or the transaction has ended.
    /// - Complexity: O(log *n*) in the number of entries.
    public mutating func last() throws(LMDBError) -> Entry? { try unsafe jump(MDB_LAST) }

    /// Moves to the next entry; to the first if the cursor is not positioned.
    ///
    /// - Returns: The entry; `nil` at the last entry, where the cursor stays.
    /// - Throws: ``LMDBError`` if the file is damaged or the transaction has ended.
    /// - Complexity: O(1) amortised.
    public mutating func next() throws(LMDBError) -> Entry? {
        try unsafe isPositioned ? move(MDB_NEXT) : jump(MDB_FIRST)
    }

    /// Moves to the previous entry; to the last if the cursor is not positioned.
    ///
    /// - Returns: The entry; `nil` at the first entry, where the cursor stays.
    /// - Throws: ``LMDBError`` if the file is damaged or the transaction has ended.
    /// - Complexity: O(1) amortised.
    public mutating func previous() throws(LMDBError) -> Entry? {
        try unsafe isPositioned ? move(MDB_PREV) : jump(MDB_LAST)
    }

    /// The current entry.
    ///
    /// - Returns: The entry; `nil` if the cursor is not positioned: before its first move, and after a failed search.
    /// - Throws: ``LMDBError`` if the file is damaged or the transaction has ended.
    /// - Complexity: O(1).
    public mutating func current() throws(LMDBError) -> Entry? { try unsafe isPositioned ? move(MDB_GET_CURRENT) : nil }

    /// Moves to the entry with exactly this key.
    ///
    /// - Parameter key: The key, 1 to 511 bytes.
    /// - Returns: The entry; `nil` if the key does not exist: then the cursor is not positioned.
    /// - Throws: ``LMDBError`` if the file is damaged, the key is too long or the transaction has ended.
    /// - Complexity: O(log *n*) in the number of entries.
    public mutating func seek(to key: UnsafeRawBufferPointer) throws(LMDBError) -> Entry? {
        try unsafe jump(MDB_SET_KEY, key)
    }

    /// Moves to the first entry whose key is greater than or equal to the given one.
    ///
    /// - Parameter key: The key, 1 to 511 bytes.
    /// - Returns: The entry; `nil` if every key is less: then the cursor is not positioned.
    /// - Throws: ``LMDBError`` if the file is damaged, the key is too long or the transaction has ended.
    /// - Complexity: O(log *n*) in the number of entries.
    public mutating func seek(atLeast key: UnsafeRawBufferPointer) throws(LMDBError) -> Entry? {
        try unsafe jump(MDB_SET_RANGE, key)
    }

    /// Moves to the last entry whose key is less than or equal to the given one.
    ///
    /// - Parameter key: The key, 1 to 511 bytes.
    /// - Returns: The entry; `nil` if every key is greater: then the cursor is not positioned.
    /// - Throws: ``LMDBError`` if the file is damaged, the key is too long or the transaction has ended.
    /// - Complexity: O(log *n*) in the number of entries.
    public mutating func seek(atMost key: UnsafeRawBufferPointer) throws(LMDBError) -> Entry? {
        // LMDB has no search for the last key at or below one.
        guard let entry = try unsafe jump(MDB_SET_RANGE, key) else { return try unsafe jump(MDB_LAST) }
        if unsafe Reading.areEqual(entry.key, key) { return entry }
        return try unsafe jump(MDB_PREV)
    }

    /// Deletes the current entry; ``next()`` then returns the one that followed it.
    ///
    /// - Throws: ``LMDBError``: `invalid` if the cursor is not positioned; `permissionDenied` in a read transaction;
    ///   otherwise as ``WriteTransaction/delete(_:)``.
    /// - Complexity: O(log *n*) in the number of entries.
    public mutating func deleteCurrent() throws(LMDBError) {
        try checkOpen(call: "mdb_cursor_del")
        let result = unsafe isPositioned ? mdb_cursor_del(handle, 0) : LMDBError.Code.invalid.rawValue
        guard result == MDB_SUCCESS else { throw unsafe frame.error(result, call: "mdb_cursor_del") }
    }

    /// Moves to a place that does not depend on the current one; unpositions the cursor if there is no such place.
    private mutating func jump(
        _ operation: MDB_cursor_op, _ key: UnsafeRawBufferPointer? = nil
    ) throws(LMDBError) -> Entry? {
        isPositioned = false
        let entry = try unsafe move(operation, key)
        isPositioned = entry != nil
        return entry
    }

    private func move(_ operation: MDB_cursor_op, _ key: UnsafeRawBufferPointer? = nil) throws(LMDBError) -> Entry? {
        try checkOpen(call: "mdb_cursor_get")
        var found = unsafe key.map(MDB_val.init) ?? MDB_val()
        var value = unsafe MDB_val()
        let result = unsafe mdb_cursor_get(handle, &found, &value, operation)
        if result == MDB_SUCCESS {
            return unsafe Entry(key: UnsafeRawBufferPointer(found), value: UnsafeRawBufferPointer(value))
        }
        // LMDB's result for a cursor whose database has been emptied.
        if operation == MDB_GET_CURRENT, result == LMDBError.Code.invalid.rawValue { return nil }
        guard result == MDB_NOTFOUND else { throw unsafe frame.error(result, call: "mdb_cursor_get", key: found) }
        return nil
    }

    private func checkOpen(call: String) throws(LMDBError) {
        guard unsafe frame.pointee.isOpen else { throw unsafe frame.error(MDB_BAD_TXN, call: call) }
    }
}
