internal import CLMDB

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// What makes reading a file without a place in LMDB's lock file honest: it is looked whether anybody else uses it.
///
/// Writers do not know of a reader that is not in their table, and use pages again that it may be reading. So such a
/// reader reads only as long as no other process has the file open and its last transaction is the one that it was at
/// the start, and what it read counts only where that still holds afterwards.
struct UnlockedReading: Sendable {
    private let path: String
    private let transaction: UInt64

    /// - Throws: ``LMDBError``: `inUse` where another process has the file open; the system's where that cannot be
    ///   found out.
    init(of file: borrowing DataFile) throws(LMDBError) {
        path = file.path
        guard let meta = file.newestMetaPage else { throw LMDBError(MDB_INVALID, call: "open", path: file.path) }
        transaction = meta.transactionID
        try checkOthers()
    }

    /// Throws unless the file is as it was, and nobody else has it open.
    func check(_ descriptor: Int32) throws(LMDBError) {
        try checkOthers()
        guard MetaPage.newest(in: descriptor)?.transactionID == transaction else {
            throw inUse("another process has written to it")
        }
    }

    /// Everyone who has the file open holds a lock on the first byte of its lock file.
    ///
    /// Closing a descriptor of the lock file would let go of this process's own locks, of which it has none: it has the
    /// file open once.
    private func checkOthers() throws(LMDBError) {
        let lockFile = path + "-lock"
        let descriptor = open(lockFile, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            // Whoever opens the file makes it.
            if errno == ENOENT { return }
            throw LMDBError(errno, call: "open", path: lockFile)
        }
        defer { close(descriptor) }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        guard fcntl(descriptor, F_GETLK, &lock) == 0 else { throw LMDBError(errno, call: "fcntl", path: lockFile) }
        guard lock.l_type == Int16(F_UNLCK) else { throw inUse("process \(lock.l_pid) has it open") }
    }

    private func inUse(_ why: String) -> LMDBError {
        LMDBError(
            code: .inUse, call: "Environment.read",
            message: """
                \(path): \(why), and its lock file cannot be written, without which reading beside others is not \
                safe: read it as a user who may write the lock file, or when nobody else uses it
                """)
    }
}
