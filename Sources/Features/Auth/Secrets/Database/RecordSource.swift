import LMDB

/// A transaction of `secrets.mdb` that can be read.
protocol RecordSource: ~Copyable {
    borrowing func get(_ key: UnsafeRawBufferPointer) throws(LMDBError) -> UnsafeRawBufferPointer?
    borrowing func openCursor() throws(LMDBError) -> Cursor
}

extension ReadTransaction: RecordSource {}
extension WriteTransaction: RecordSource {}

extension RecordSource where Self: ~Copyable {
    /// The value of a record; `nil` if there is no such record.
    borrowing func value(of key: RecordKey) throws -> [UInt8]? {
        try unsafe key.bytes.withUnsafeBytes { key in try unsafe get(key).map { unsafe Array($0) } }
    }

    /// The last key of those that consist of a prefix and a number; `nil` if there is none.
    ///
    /// - Throws: `LMDBError`.
    borrowing func lastNumberedKey(with prefix: RecordKey) throws -> [UInt8]? {
        var cursor = try openCursor()
        let last = prefix.bytes + UInt64.max.bigEndianBytes
        guard let entry = try unsafe last.withUnsafeBytes({ try unsafe cursor.seek(atMost: $0) }) else { return nil }
        let key = unsafe Array(entry.key)
        return key.starts(with: prefix.bytes) ? key : nil
    }

    /// Records of a table in the order of their keys.
    ///
    /// - Parameters:
    ///   - prefix: What the keys begin with, at least the byte of the table.
    ///   - key: The key after which to begin; `nil` to begin at the first one.
    ///   - limit: The maximum number of records.
    /// - Returns: Their keys and values.
    /// - Throws: `LMDBError`.
    borrowing func records(
        with prefix: RecordKey, after key: [UInt8]? = nil, limit: Int = .max
    ) throws -> [(key: [UInt8], value: [UInt8])] {
        var found: [(key: [UInt8], value: [UInt8])] = []
        var cursor = try openCursor()
        var entry = try unsafe (key ?? prefix.bytes).withUnsafeBytes { try unsafe cursor.seek(atLeast: $0) }
        while let present = entry, found.count < limit {
            let bytes = unsafe Array(present.key)
            guard bytes.starts(with: prefix.bytes) else { break }
            if bytes != key { unsafe found.append((bytes, Array(present.value))) }
            entry = try cursor.next()
        }
        return found
    }
}

extension WriteTransaction {
    /// Stores a record, in place of a former one.
    func put(_ value: [UInt8], for key: RecordKey) throws {
        try unsafe key.bytes.withUnsafeBytes { key in
            try unsafe value.withUnsafeBytes { value in try unsafe put(key, value) }
        }
    }

    /// Deletes a record; no effect if there is none.
    func remove(_ key: [UInt8]) throws {
        try unsafe key.withUnsafeBytes { key in _ = try unsafe delete(key) }
    }
}
