internal import CLMDB

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

extension WriteTransaction {
    /// Extends the file ahead of need by writing zeros after its end, if the commit would extend it.
    ///
    /// Syncing pages inside the file writes data only; extending the file also makes the file system write its journal.
    /// So one commit occasionally pays for many: it adds at most a quarter of the file's contents, and at most 1 MiB.
    /// Only bytes behind the file's end are written, and the write lock keeps other processes from extending the file:
    /// no existing page is overwritten, and no LMDB page refers to the zeros. No effect at a durability other than
    /// `full`, nor for a commit of more than 192 KiB, for which writing that many zeros takes longer than the journal.
    ///
    /// If the disk is full, the file is unchanged, and the commit itself finds out whether it fits.
    ///
    /// - Parameter bytes: The approximate number of bytes of new pages in the commit.
    /// - Throws: ``LMDBError`` if the disk fails.
    public func extendFile(for bytes: Int) throws(LMDBError) {
        // APP-11: `log.mdb` is extended with zeros ahead of need.
        let environment = unsafe frame.pointee.environment.takeUnretainedValue()
        // Without syncs the journal costs nothing, and large commits extend the file by themselves (APP-11).
        guard environment.durability == .full, bytes <= FileExtension.maxCommitBytes else { return }
        // The last page of the last transaction: no other process commits while this transaction is open.
        guard let information = unsafe environment.information() else { return }
        var descriptor: Int32 = -1
        let result = unsafe mdb_env_get_fd(environment.handle, &descriptor)
        guard result == MDB_SUCCESS else { throw unsafe frame.error(result, call: "mdb_env_get_fd") }
        let size = try FileStatus.bytes(of: descriptor, path: environment.path)
        // A corrupted page may name any number: leave that error to the commit.
        guard unsafe (0..<Int(MetaPage.maxFileBytes) / environment.pageSize).contains(information.me_last_pgno) else {
            return
        }
        let used = unsafe (information.me_last_pgno + 1) * environment.pageSize
        guard size < used + bytes else { return }
        let step = min(max(used / 4, FileExtension.minStep), FileExtension.maxStep)
        let end = unsafe min((max(size, used + bytes) + step) & ~(environment.pageSize - 1), information.me_mapsize)
        try FileExtension.writeZeros(from: size, to: end, in: descriptor, path: environment.path)
    }
}

/// Extends a file by writing zeros.
enum FileExtension {
    // A quarter of what the file holds (APP-11), within these bounds, in bytes.
    static let minStep = 64 << 10
    static let maxStep = 1 << 20
    /// The maximum size of a commit that the file is extended for, in bytes: for larger ones the zeros would cost more
    /// than the journal (APP-11).
    static let maxCommitBytes = 192 << 10
    private static let zeros = [UInt8](repeating: 0, count: 64 << 10)

    static func writeZeros(from start: Int, to end: Int, in descriptor: Int32, path: String) throws(LMDBError) {
        var offset = start
        while offset < end {
            let count = min(zeros.count, end - offset)
            let written = unsafe zeros.withUnsafeBytes {
                unsafe pwrite(descriptor, $0.baseAddress, count, off_t(offset))
            }
            guard written <= 0 else {
                offset += written
                continue
            }
            // A write of zero bytes without an error must not be retried forever.
            guard written < 0 else { return }
            switch errno {
            case EINTR: continue
            // A full disk is not a failure here, and what was written so far is useful.
            case ENOSPC, EDQUOT, EFBIG: return
            case let code: throw LMDBError(code, call: "pwrite", path: path, figures: "\(count) zeros at \(offset)")
            }
        }
    }
}
