internal import CLMDB

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

// APP-19: Both meta pages are rewritten and synced before the first write after a commit in doubt.
//
// If a commit fails, or its process dies, while it writes its meta page, the contents of the disk are in doubt: the
// page may be on disk although the write failed, or only in the page cache. LMDB continues from the previous commit
// and overwrites the pages of the failed one. After a power loss in that phase, the disk would hold a meta page that
// leads to overwritten pages. So before anything else is written, both meta pages are rewritten as LMDB sees them and
// synced: then nothing on disk leads to those pages, and what this transaction builds on is safe.
extension SharedEnvironment {
    /// Makes the disk agree with what a write transaction builds on, if that is in doubt.
    ///
    /// It is in doubt after opening the file, after a failed sync that should have made the last meta page durable, and
    /// if a failed commit of another process left a trace.
    ///
    /// - Parameter transaction: A write transaction that has just begun.
    /// - Throws: ``LMDBError`` if the pages cannot be read, written or synced; `corrupted` if the page that the commit
    ///   would write is not a meta page any more.
    func settle(_ transaction: OpaquePointer) throws(LMDBError) {
        guard durability != .noSync else { return }
        var descriptor: Int32 = -1
        let result = unsafe mdb_env_get_fd(handle, &descriptor)
        guard result == MDB_SUCCESS else { throw error(result, call: "mdb_env_get_fd") }
        // A write transaction has the id of its future commit.
        let last = unsafe UInt64(truncatingIfNeeded: mdb_txn_id(transaction)) - 1
        let other = Int(last & 1 ^ 1) * pageSize
        let doubt = doubt
        guard doubt != nil || durability == .full else { return }
        // A commit writes only a part of the page; the part checked on opening would stay damaged.
        guard let found = MetaPage(in: descriptor, at: other), found.pageSize == pageSize,
            found.number == last & 1 ^ 1, found.flags == MetaPage.metaFlag
        else {
            throw LMDBError(
                code: .corrupted, call: "Environment.write", path: path, page: last & 1 ^ 1,
                damage: "it is not a meta page")
        }
        guard unsafe doubt != nil || found.transactionID > last || found.main.entries > entries(in: transaction) else {
            return
        }
        guard var page = FileBytes.read(MetaPage.bytes, at: other, from: descriptor),
            let current = FileBytes.read(MetaPage.bytes, at: Int(last & 1) * pageSize, from: descriptor)
        else { throw error(EIO, call: "pread", figures: "a meta page cannot be read") }
        // Below the last id, so that LMDB never takes this page for the newer one.
        page.limitTransactionID(to: last > 0 ? last - 1 : 0)
        try write(current, at: Int(last & 1) * pageSize, to: descriptor)
        try write(page, at: other, to: descriptor)
        let sync = unsafe mdb_env_sync(handle, 1)
        guard sync == MDB_SUCCESS else { throw error(sync, call: "mdb_env_sync") }
        if let doubt { self.settle(doubt) }
    }

    /// The number of entries at the start of the transaction.
    private func entries(in transaction: OpaquePointer) -> UInt64 {
        var statistics = MDB_stat()
        return unsafe mdb_stat(transaction, database, &statistics) == MDB_SUCCESS ? UInt64(statistics.ms_entries) : .max
    }

    private func write(_ page: FileBytes, at offset: Int, to descriptor: Int32) throws(LMDBError) {
        while true {
            let written = unsafe page.bytes.withUnsafeBytes {
                unsafe pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset))
            }
            if written == page.count { return }
            guard written < 0, errno == EINTR else {
                throw error(written < 0 ? errno : EIO, call: "pwrite", figures: "a meta page")
            }
        }
    }
}
