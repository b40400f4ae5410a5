import LMDB
import Nacre

/// A read or write transaction on the file of read models.
///
/// The pointers refer to a transaction of the enclosing closure and are valid while that closure runs.
///
/// `@safe` is right because it is used only while that closure runs.
@safe
enum ViewsAccess {
    case reading(UnsafePointer<ReadTransaction>)
    case writing(UnsafePointer<WriteTransaction>)

    /// The value of a key, valid until the next change or the end of the transaction.
    func get(_ key: UnsafeRawBufferPointer) throws(EventStoreError) -> UnsafeRawBufferPointer? {
        try unsafe viewsAccess { () throws(LMDBError) in
            switch self {
            case .reading(let transaction): try unsafe transaction.pointee.get(key)
            case .writing(let transaction): try unsafe transaction.pointee.get(key)
            }
        }
    }

    /// Opens a cursor over all entries of the file.
    func openCursor() throws(EventStoreError) -> Cursor {
        try viewsAccess { () throws(LMDBError) in
            switch self {
            case .reading(let transaction): try unsafe transaction.pointee.openCursor()
            case .writing(let transaction): try unsafe transaction.pointee.openCursor()
            }
        }
    }

    /// Writes a value.
    func put(_ key: [UInt8], _ value: [UInt8]) throws {
        let transaction = try unsafe writing()
        try unsafe key.withUnsafeBytes { key in
            try unsafe value.withUnsafeBytes { value in
                try viewsAccess { () throws(LMDBError) in try unsafe transaction.pointee.put(key, value) }
            }
        }
    }

    /// Reserves space for a value, which must be filled before the next change.
    func reserve(_ key: UnsafeRawBufferPointer, count: Int) throws(EventStoreError) -> UnsafeMutableRawBufferPointer {
        let transaction = try unsafe writing()
        return try unsafe viewsAccess { () throws(LMDBError) in
            try unsafe transaction.pointee.reserve(key: key, count: count)
        }
    }

    /// The number of entries.
    func count() throws(EventStoreError) -> Int {
        let transaction = try unsafe writing()
        return try viewsAccess { () throws(LMDBError) in try unsafe transaction.pointee.count() }
    }

    /// Deletes a key, and returns whether it existed.
    func delete(_ key: UnsafeRawBufferPointer) throws(EventStoreError) -> Bool {
        let transaction = try unsafe writing()
        return try viewsAccess { () throws(LMDBError) in try unsafe transaction.pointee.delete(key) }
    }

    private func writing() throws(EventStoreError) -> UnsafePointer<WriteTransaction> {
        guard case .writing(let transaction) = self else {
            throw EventStoreError(
                .invalidArgument, "a read model can be changed only inside a write of its store", outcome: .notWritten)
        }
        return unsafe transaction
    }
}

extension ViewsAccess {
    /// The header of the file; `nil` if the file is empty.
    func header() throws -> ViewsHeader? {
        try unsafe ViewsFormat.headerKey.withUnsafeBytes { key in
            guard let bytes = try unsafe get(key) else { return nil }
            return try unsafe ViewsHeader(bytes)
        }
    }

    /// Writes the header of the file.
    func put(_ header: ViewsHeader) throws {
        try put(ViewsFormat.headerKey, header.encoded())
    }
}

/// Runs an LMDB call on the file of read models, and converts its errors so that damage is not taken for damage of the
/// log.
func viewsAccess<Result: ~Copyable>(
    _ body: () throws(LMDBError) -> Result
) throws(EventStoreError) -> Result {
    do throws(LMDBError) {
        return try body()
    } catch {
        throw error.ofViews
    }
}

extension LMDBError {
    /// The error converted for callers of a read model store.
    var ofViews: EventStoreError {
        switch code {
        case .corrupted, .pageNotFound, .notADatabase, .versionMismatch, .incompatible, .truncated:
            .damagedReadModel(message)
        case .closed, .waitEnded:
            EventStoreError(.closed, "the store of read models is closed: open it again", cause: self)
        case .lockTimeout:
            .locked(self)
        default:
            EventStoreError(disk: self, "the read models cannot be read or written")
        }
    }
}
