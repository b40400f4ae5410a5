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
}
