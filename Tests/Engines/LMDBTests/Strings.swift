import LMDB

/// Lends a string's bytes.
func withBytes<R>(_ text: String, _ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try Array(text.utf8).withUnsafeBytes(body)
}

extension String {
    init(bytes: UnsafeRawBufferPointer) { self.init(decoding: bytes, as: UTF8.self) }
}

extension ReadTransaction {
    func get(_ key: String) throws -> String? { try withBytes(key) { try get($0).map(String.init(bytes:)) } }
}

extension WriteTransaction {
    func get(_ key: String) throws -> String? { try withBytes(key) { try get($0).map(String.init(bytes:)) } }

    func put(_ key: String, _ value: String) throws {
        try withBytes(key) { key in try withBytes(value) { value in try put(key, value) } }
    }

    func append(_ key: String, _ value: String) throws {
        try withBytes(key) { key in try withBytes(value) { value in try append(key, value) } }
    }

    func delete(_ key: String) throws -> Bool { try withBytes(key) { try delete($0) } }
}

extension Cursor {
    mutating func seek(to key: String) throws -> String? {
        let bytes = Array(key.utf8)
        return try bytes.withUnsafeBytes { try seek(to: $0)?.text }
    }

    mutating func seek(atLeast key: String) throws -> String? {
        let bytes = Array(key.utf8)
        return try bytes.withUnsafeBytes { try seek(atLeast: $0)?.text }
    }

    mutating func seek(atMost key: String) throws -> String? {
        let bytes = Array(key.utf8)
        return try bytes.withUnsafeBytes { try seek(atMost: $0)?.text }
    }
}

extension Cursor.Entry {
    /// The entry as `key=value`.
    var text: String { String(bytes: key) + "=" + String(bytes: value) }
}

/// The code of the error that the body throws; `nil` if it throws no `LMDBError`.
func code(of body: () throws -> Void) -> LMDBError.Code? {
    do {
        try body()
        return nil
    } catch {
        return (error as? LMDBError)?.code
    }
}

/// The message of the error that the body throws, or an empty one.
func message(of body: () throws -> Void) -> String {
    do {
        try body()
        return ""
    } catch {
        return (error as? LMDBError)?.message ?? ""
    }
}
