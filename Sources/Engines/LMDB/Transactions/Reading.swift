internal import CLMDB

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Operations shared by read and write transactions.
enum Reading {
    static func get(
        _ key: UnsafeRawBufferPointer, _ handle: OpaquePointer, _ frame: UnsafeMutablePointer<TransactionFrame>
    ) throws(LMDBError) -> UnsafeRawBufferPointer? {
        var key = unsafe MDB_val(key)
        var value = unsafe MDB_val()
        let result = unsafe mdb_get(handle, frame.database, &key, &value)
        if result == MDB_SUCCESS { return unsafe UnsafeRawBufferPointer(value) }
        guard result == MDB_NOTFOUND else { throw unsafe frame.error(result, call: "mdb_get", key: key) }
        return nil
    }

    static func openCursor(
        _ handle: OpaquePointer, _ frame: UnsafeMutablePointer<TransactionFrame>
    ) throws(LMDBError) -> Cursor {
        var cursor: OpaquePointer?
        let result = unsafe mdb_cursor_open(handle, frame.database, &cursor)
        guard result == MDB_SUCCESS, let cursor = unsafe cursor else {
            throw unsafe frame.error(result, call: "mdb_cursor_open")
        }
        return unsafe Cursor(cursor, frame)
    }

    /// Whether two keys have the same bytes.
    static func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        guard left.count == right.count, let first = left.baseAddress, let second = right.baseAddress else {
            return left.count == right.count
        }
        return unsafe memcmp(first, second, left.count) == 0
    }
}

extension MDB_val {
    /// The bytes as an `MDB_val`; LMDB does not write through the pointer.
    init(_ bytes: UnsafeRawBufferPointer) {
        unsafe self.init(mv_size: bytes.count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
    }
}

extension UnsafeRawBufferPointer {
    init(_ value: MDB_val) { unsafe self.init(start: value.mv_data, count: value.mv_size) }
}

extension UnsafeMutablePointer<TransactionFrame> {
    var database: UInt32 { unsafe pointee.environment._withUnsafeGuaranteedRef { $0.database } }

    /// The error for a result code, with explanatory figures.
    func error(_ result: Int32, call: String, key: MDB_val? = nil, value: MDB_val? = nil) -> LMDBError {
        unsafe pointee.environment._withUnsafeGuaranteedRef { environment in
            var figures: [String] = []
            if let key = unsafe key { figures.append(unsafe "key of \(key.mv_size) bytes") }
            if let value = unsafe value { figures.append(unsafe "value of \(value.mv_size) bytes") }
            switch result {
            case MDB_BAD_VALSIZE: figures.append("a key has 1 to \(environment.maximumKeySize) bytes")
            case MDB_MAP_FULL: figures.append("map of \(environment.mapSize) bytes")
            default: break
            }
            return environment.error(result, call: call, figures: figures.joined(separator: ", "))
        }
    }
}
