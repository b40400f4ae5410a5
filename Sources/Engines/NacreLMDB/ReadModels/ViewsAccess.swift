import LMDB
import Nacre

/// The transaction in which the file of read models is looked at or changed.
///
/// The pointers are to a transaction of the closure that it was made in, and valid as long as that runs.
enum ViewsAccess {
    case reading(UnsafePointer<ReadTransaction>)
    case writing(UnsafePointer<WriteTransaction>)

    /// What stands under a key, valid until the next change or the end.
    func get(_ key: UnsafeRawBufferPointer) throws(EventStoreError) -> UnsafeRawBufferPointer? {
        try viewsAccess { () throws(LMDBError) in
            switch self {
            case .reading(let transaction): try transaction.pointee.get(key)
            case .writing(let transaction): try transaction.pointee.get(key)
            }
        }
    }

    /// A cursor over all that is in the file.
    func openCursor() throws(EventStoreError) -> Cursor {
        try viewsAccess { () throws(LMDBError) in
            switch self {
            case .reading(let transaction): try transaction.pointee.openCursor()
            case .writing(let transaction): try transaction.pointee.openCursor()
            }
        }
    }

    /// Puts a value under a key.
    func put(_ key: [UInt8], _ value: [UInt8]) throws {
        let transaction = try writing()
        try key.withUnsafeBytes { key in
            try value.withUnsafeBytes { value in
                try viewsAccess { () throws(LMDBError) in try transaction.pointee.put(key, value) }
            }
        }
    }

    /// Makes room for a value under a key, to be filled before the next change.
    func reserve(_ key: UnsafeRawBufferPointer, count: Int) throws(EventStoreError) -> UnsafeMutableRawBufferPointer {
        let transaction = try writing()
        return try viewsAccess { () throws(LMDBError) in try transaction.pointee.reserve(key: key, count: count) }
    }

    /// How many entries there are.
    func count() throws(EventStoreError) -> Int {
        let transaction = try writing()
        return try viewsAccess { () throws(LMDBError) in try transaction.pointee.count() }
    }

    /// Removes what stands under a key, and answers whether there was anything.
    func delete(_ key: UnsafeRawBufferPointer) throws(EventStoreError) -> Bool {
        let transaction = try writing()
        return try viewsAccess { () throws(LMDBError) in try transaction.pointee.delete(key) }
    }

    private func writing() throws(EventStoreError) -> UnsafePointer<WriteTransaction> {
        guard case .writing(let transaction) = self else {
            throw EventStoreError(
                .invalidArgument, "a read model is changed in a write of its store", outcome: .notWritten)
        }
        return transaction
    }
}

extension ViewsAccess {
    /// The header of the file; `nil` where the file is empty.
    func header() throws -> ViewsHeader? {
        try ViewsFormat.headerKey.withUnsafeBytes { key in
            guard let bytes = try get(key) else { return nil }
            return try ViewsHeader(bytes)
        }
    }

    /// Puts a header into the file.
    func put(_ header: ViewsHeader) throws {
        try put(ViewsFormat.headerKey, header.encoded())
    }
}

/// Runs a call of LMDB on the file of read models, and tells damage of it from damage of the log.
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
    /// The error as the caller of a store of read models wants it.
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
