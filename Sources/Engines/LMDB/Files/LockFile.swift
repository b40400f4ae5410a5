internal import CLMDB

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The file in which LMDB keeps its lock and its table of readers.
enum LockFile {
    /// Bytes of a reader's slot, and of what stands before the slots: LMDB lays both out in lines of the cache.
    private static let slotBytes = 64
    private static let headerBytes = 128

    /// Has the disk set aside all bytes of the file, which is made where it is missing; what is in it stays.
    ///
    /// LMDB gives the file its size alone, maps it and writes into the map: on a full disk the first touch of a page that
    /// has no place there ends the process (`SIGBUS`). It has to come before LMDB opens the file, as closing a descriptor
    /// lets go of the process's locks on it.
    ///
    /// - Parameters:
    ///   - path: The path of the data file.
    ///   - maximumReaders: The number of slots.
    /// - Throws: ``LMDBError``: `noSpace` or `quotaExceeded` where the disk has no room for them.
    static func allocate(besides path: String, maximumReaders: Int) throws(LMDBError) {
        #if !canImport(Darwin)
            let lockFile = path + "-lock"
            let descriptor = open(lockFile, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            // LMDB opens it in the same way, and says what is wrong.
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
