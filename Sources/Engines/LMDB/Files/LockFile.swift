internal import CLMDB

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The file with LMDB's lock and reader table.
enum LockFile {
    /// The size of a reader's slot, and of the header before the slots; LMDB aligns both to cache lines.
    private static let slotBytes = 64
    private static let headerBytes = 128

    /// Allocates disk space for the whole file, and creates it if it is missing; its contents are unchanged.
    ///
    /// LMDB only sets the file's size and writes through a map: on a full disk the first access to an unallocated page
    /// kills the process (`SIGBUS`). Call this before LMDB opens the file, because closing a descriptor drops the
    /// process's locks on it.
    ///
    /// - Parameters:
    ///   - path: The path of the data file.
    ///   - maximumReaders: The number of reader slots.
    /// - Throws: ``LMDBError``: `noSpace` or `quotaExceeded` if there is no disk space.
    static func allocate(besides path: String, maximumReaders: Int) throws(LMDBError) {
        // OPS-04: The bytes of a lock file are allocated before LMDB maps it.
        #if !canImport(Darwin)
            let lockFile = path + "-lock"
            let descriptor = unsafe open(lockFile, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            // LMDB opens the file in the same way, and reports the error.
            guard descriptor >= 0 else { return }
            defer { close(descriptor) }
            let status = try FileStatus.of(descriptor, path: lockFile)
            let bytes = max(Int(status.st_size), headerBytes + slotBytes * maximumReaders)
            guard Int(status.st_blocks) * 512 < bytes else { return }
            let result = posix_fallocate(descriptor, 0, off_t(bytes))
            guard result != ENOSPC, result != EDQUOT else {
                throw LMDBError(
                    result, call: "posix_fallocate", path: lockFile,
                    figures: "\(bytes) bytes")
            }
        #endif
    }

    /// The other process that has the data file open.
    ///
    /// Every process that opens the file with a lock file read-locks the lock file's first byte, and write-locks it for
    /// a moment while it opens or closes the file. LMDB uses `fcntl` for that on Linux and macOS alike, also where its
    /// mutexes are semaphores. A program that opens the file with `MDB_NOLOCK` locks nothing.
    ///
    /// - Parameters:
    ///   - descriptor: A descriptor of the lock file. Closing it drops the process's own locks on the file.
    ///   - path: The path of the lock file.
    /// - Returns: The process id, 0 if the process is of another namespace; `nil` if there is no other process.
    /// - Throws: ``LMDBError`` if the system cannot tell.
    static func otherUser(_ descriptor: Int32, path: String) throws(LMDBError) -> Int32? {
        var lock = flock()
        // A write lock conflicts with the read locks that LMDB holds; `F_GETLK` only asks and takes nothing.
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_len = 1
        while unsafe fcntl(descriptor, F_GETLK, &lock) != 0 {
            guard errno == EINTR else { throw LMDBError(errno, call: "fcntl", path: path) }
        }
        return lock.l_type == Int16(F_UNLCK) ? nil : lock.l_pid
    }
}
