internal import CLMDB

extension WriteTransaction {
    /// Stores a value under a key, and replaces an existing one.
    ///
    /// - Parameters:
    ///   - key: The key, 1 to 511 bytes.
    ///   - value: The value, which may be empty.
    /// - Throws: ``LMDBError``: `mapFull`, `badValueSize`, `transactionFull`, or a disk error.
    /// - Complexity: O(log *n*) in the number of entries.
    public func put(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) throws(LMDBError) {
        try unsafe store(key, value, flags: 0)
    }

    /// Stores a value under a key greater than all others; fills pages better than ``put(_:_:)``.
    ///
    /// - Parameters:
    ///   - key: The key, 1 to 511 bytes.
    ///   - value: The value, which may be empty.
    /// - Throws: ``LMDBError``: `keyExists` if the key is not the greatest, in which case nothing has changed and the
    ///   transaction stays usable; otherwise as ``put(_:_:)``.
    /// - Complexity: O(log *n*) in the number of entries.
    public func append(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) throws(LMDBError) {
        try unsafe store(key, value, flags: MDB_APPEND)
    }

    /// Reserves space for a value, which the caller fills.
    ///
    /// - Parameters:
    ///   - key: The key, 1 to 511 bytes.
    ///   - count: The length of the value, in bytes.
    ///   - appending: Whether the key is greater than all others, as in ``append(_:_:)``.
    /// - Returns: The space, valid until the next change or the end; uninitialised memory.
    /// - Throws: ``LMDBError`` as ``append(_:_:)`` and ``put(_:_:)``.
    /// - Complexity: O(log *n*) in the number of entries.
    public func reserve(
        key: UnsafeRawBufferPointer, count: Int, appending: Bool = false
    ) throws(LMDBError) -> UnsafeMutableRawBufferPointer {
        guard count >= 0 else { throw unsafe frame.error(LMDBError.Code.invalid.rawValue, call: "mdb_put") }
        var key = unsafe MDB_val(key)
        var value = unsafe MDB_val(mv_size: count, mv_data: nil)
        let flags = MDB_RESERVE | (appending ? MDB_APPEND : 0)
        let result = unsafe mdb_put(handle, frame.database, &key, &value, UInt32(flags))
        guard result == MDB_SUCCESS else { throw unsafe frame.error(result, call: "mdb_put", key: key, value: value) }
        return unsafe UnsafeMutableRawBufferPointer(start: value.mv_data, count: value.mv_size)
    }

    /// Deletes a key and its value.
    ///
    /// - Parameter key: The key, 1 to 511 bytes.
    /// - Returns: Whether there was one.
    /// - Throws: ``LMDBError``: `mapFull`, `badValueSize`, `transactionFull`, or a disk error.
    /// - Complexity: O(log *n*) in the number of entries.
    @discardableResult
    public func delete(_ key: UnsafeRawBufferPointer) throws(LMDBError) -> Bool {
        var key = unsafe MDB_val(key)
        let result = unsafe mdb_del(handle, frame.database, &key, nil)
        if result == MDB_SUCCESS { return true }
        guard result == MDB_NOTFOUND else { throw unsafe frame.error(result, call: "mdb_del", key: key) }
        return false
    }

    /// Deletes all entries; the file keeps its size and reuses the pages.
    ///
    /// - Throws: ``LMDBError``: `mapFull`, `transactionFull`, or a disk error.
    /// - Complexity: O(*n*) in the number of pages.
    public func deleteAll() throws(LMDBError) {
        let result = unsafe mdb_drop(handle, frame.database, 0)
        guard result == MDB_SUCCESS else { throw unsafe frame.error(result, call: "mdb_drop") }
    }

    private func store(
        _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, flags: Int32
    ) throws(LMDBError) {
        var key = unsafe MDB_val(key)
        var value = unsafe MDB_val(value)
        let result = unsafe mdb_put(handle, frame.database, &key, &value, UInt32(flags))
        guard result == MDB_SUCCESS else { throw unsafe frame.error(result, call: "mdb_put", key: key, value: value) }
    }
}
