internal import CLMDB

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

// A commit that fails while it writes its meta page, or whose process dies there, leaves in doubt what the disk holds:
// the page may be there although the system said that it is not, or be in memory alone. LMDB goes on from the commit
// before, and writes over the pages that the failed one took. A loss of power in the middle of that would find a meta
// page that leads to them. So both meta pages are written again as LMDB goes by them, and synced, before anything else
// is written: then nothing on the disk leads to those pages, and what this transaction builds on is safe.
extension SharedEnvironment {
    /// Makes the disk agree with what a write transaction builds on, where that is not known.
    ///
    /// It is not known of a file that was just opened, nor behind a sync that failed where it was to make the last meta
    /// page safe, nor where the trace of a commit that failed in another process is found.
    ///
    /// - Parameter transaction: A write transaction that has just begun.
    /// - Throws: ``LMDBError`` where the pages cannot be read, written or synced; `corrupted` where the page that the
    ///   commit would write is no meta page any more.
    func settle(_ transaction: OpaquePointer) throws(LMDBError) {
        guard durability != .noSync else { return }
        var descriptor: Int32 = -1
        let result = mdb_env_get_fd(handle, &descriptor)
        guard result == MDB_SUCCESS else { throw error(result, call: "mdb_env_get_fd") }
        // The id of a write transaction is the one that its commit will have.
        let last = UInt64(truncatingIfNeeded: mdb_txn_id(transaction)) - 1
        let other = Int(last & 1 ^ 1) * pageSize
        let doubt = doubt
        guard doubt != nil || durability == .full else { return }
        // A commit writes only what changes in the page: what opening looks at would stay what it is.
        guard let found = MetaPage(in: descriptor, at: other), found.pageSize == pageSize,
            found.number == last & 1 ^ 1, found.flags == MetaPage.metaFlag
        else {
            throw LMDBError(
                code: .corrupted, call: "Environment.write", path: path, page: last & 1 ^ 1,
                damage: "it is no meta page")
        }
        guard doubt != nil || found.transactionID > last || found.main.entries > entries(in: transaction) else {
            return
        }
        guard var page = FileBytes.read(MetaPage.bytes, at: other, from: descriptor),
            let current = FileBytes.read(MetaPage.bytes, at: Int(last & 1) * pageSize, from: descriptor)
        else { throw error(EIO, call: "pread", figures: "a meta page cannot be read") }
        page.limitTransactionID(to: last > 0 ? last - 1 : 0)
        try write(current, at: Int(last & 1) * pageSize, to: descriptor)
        try write(page, at: other, to: descriptor)
        let sync = mdb_env_sync(handle, 1)
        guard sync == MDB_SUCCESS else { throw error(sync, call: "mdb_env_sync") }
        if let doubt { self.settle(doubt) }
    }

    /// How many entries the transaction found.
    private func entries(in transaction: OpaquePointer) -> UInt64 {
        var statistics = MDB_stat()
        return mdb_stat(transaction, database, &statistics) == MDB_SUCCESS ? UInt64(statistics.ms_entries) : .max
    }

    private func write(_ page: FileBytes, at offset: Int, to descriptor: Int32) throws(LMDBError) {
        while true {
            let written = page.bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
            if written == page.count { return }
            guard written < 0, errno == EINTR else {
                throw error(written < 0 ? errno : EIO, call: "pwrite", figures: "a meta page")
            }
        }
    }
}
