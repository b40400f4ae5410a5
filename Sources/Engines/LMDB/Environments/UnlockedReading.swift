internal import CLMDB

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Detects other users of a file that is read without a slot in LMDB's lock file.
///
/// Writers do not see a reader that is not in their table, and may reuse pages that it is reading. Such a reader may
/// therefore read only while no other process has the file open and the file's last transaction is the one at the
/// start; a result counts only if this still holds afterwards.
struct UnlockedReading: Sendable {
    private let path: String
    private let transaction: UInt64

    /// - Throws: ``LMDBError``: `inUse` if another process has the file open; a system error if that cannot be
    ///   determined.
    init(of file: borrowing DataFile) throws(LMDBError) {
        path = file.path
        guard let meta = file.newestMetaPage else { throw LMDBError(MDB_INVALID, call: "open", path: file.path) }
        transaction = meta.transactionID
        try checkOthers()
    }

    /// Throws unless the file is unchanged and no other process has it open.
    func check(_ descriptor: Int32) throws(LMDBError) {
        try checkOthers()
        guard MetaPage.newest(in: descriptor)?.transactionID == transaction else {
            throw inUse("another process has written to it")
        }
    }

    /// Checks for other processes.
    ///
    /// Closing a descriptor of the lock file drops this process's own locks on it. It has none, because it has the file
    /// open only once.
    private func checkOthers() throws(LMDBError) {
        let lockFile = path + "-lock"
        let descriptor = unsafe open(lockFile, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            // No lock file: no process has opened the file, as opening creates one.
            if errno == ENOENT { return }
            throw LMDBError(errno, call: "open", path: lockFile)
        }
        defer { close(descriptor) }
        if let process = try LockFile.otherUser(descriptor, path: lockFile) {
            throw inUse("process \(process) has it open")
        }
    }

    private func inUse(_ why: String) -> LMDBError {
        LMDBError(
            code: .inUse, call: "Environment.read",
            message: """
                \(path): \(why), and its lock file cannot be written, so reading is not safe while others use the \
                file: read it as a user who may write the lock file, or while no other process uses it
                """)
    }
}
