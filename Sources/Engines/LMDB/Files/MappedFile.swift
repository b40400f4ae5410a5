internal import CLMDB

/// The file of an environment that has been opened but not used yet.
///
/// LMDB opens a truncated file without an error, and the first access to a missing page kills the process by SIGBUS. So
/// the file's size is compared with the last used page before the first transaction.
///
/// `@safe` is right because it lives only during the opening that owns the handle.
@safe
struct MappedFile {
    let environment: OpaquePointer
    let descriptor: Int32
    let path: String
    /// The writers' gate; `nil` to use LMDB's own lock only.
    let writers: WriteGate?
    let waits: WriteLockWaits

    /// Throws ``LMDBError/Code/truncated`` if the file lacks pages in use.
    func checkSize() throws(LMDBError) {
        // The meta page before the size: other processes can only extend the file meanwhile.
        guard let meta = MetaPage.newest(in: descriptor) else { throw .truncated(path: path) }
        guard try bytes() < meta.fileBytes else { return }
        try checkThatMissingPagesAreFree()
    }

    /// Reads the free pages with the write lock held, so that they do not change meanwhile.
    private func checkThatMissingPagesAreFree() throws(LMDBError) {
        // LMDB's own lock would wait without end for a stopped process.
        try writers?.enter(waits)
        defer { writers?.leave() }
        var transaction: OpaquePointer?
        let result = unsafe mdb_txn_begin(environment, nil, 0, &transaction)
        guard result == MDB_SUCCESS else { throw LMDBError(result, call: "mdb_txn_begin", path: path) }
        defer { unsafe mdb_txn_abort(transaction) }
        guard let meta = MetaPage.newest(in: descriptor) else { throw .truncated(path: path) }
        let bytes = try bytes()
        let whole = UInt64(bytes / meta.pageSize)
        guard FreePages.coverEverything(from: whole, in: descriptor, meta: meta) else {
            throw .truncated(path: path, bytes: bytes, meta: meta)
        }
    }

    private func bytes() throws(LMDBError) -> Int { try FileStatus.bytes(of: descriptor, path: path) }
}

extension DataFile {
    /// The error with its actual cause, if LMDB reports "not a database" for a truncated or damaged LMDB file.
    func diagnosed(_ error: LMDBError) -> LMDBError {
        guard error.code == .notADatabase, beginsLikeADatabase else { return error }
        guard !hasTwoPages else {
            return LMDBError(
                code: .corrupted, call: error.call, path: path, page: 1,
                damage: "one of the file's first two pages is not a meta page")
        }
        return .truncated(path: path)
    }
}

extension LMDBError {
    fileprivate static func truncated(path: String) -> LMDBError {
        LMDBError(
            code: .truncated, call: "Environment.open",
            message: "\(path): the file ends within its first two pages: restore it from a copy, or rebuild it")
    }

    fileprivate static func truncated(path: String, bytes: Int, meta: MetaPage) -> LMDBError {
        LMDBError(
            code: .truncated, call: "Environment.open",
            message: """
                \(path): the file has \(bytes) bytes, but its \(meta.lastPage + 1) pages of \(meta.pageSize) take \
                \(meta.fileBytes), and some that are missing are in use: restore it from a copy, or rebuild it
                """)
    }
}
