import Nacre

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A file derived from the log, which is replaced if it is unusable.
enum DerivedFile {
    /// Opens a file; an unusable one is removed together with its lock file and created again.
    ///
    /// - Parameters:
    ///   - path: The path of the file; its folder must exist.
    ///   - notice: Called with the reason, as a clause, if the file is replaced.
    ///   - unusableReason: The reason, as a clause, if an error of opening means that the file is unusable; `nil` for
    ///     an error that replacing the file would not fix.
    ///   - body: Opens the file, or creates it if it is missing.
    /// - Returns: What `body` returns.
    /// - Throws: Errors of `body`; `cannotCreate` if an unusable file cannot be removed.
    static func open<File>(
        at path: String, notice: (String) -> Void, unusableReason: (any Error) -> String?, _ body: () throws -> File
    ) throws -> File {
        try openUnrepaired(at: path) {
            let reason: String
            do {
                return try body()
            } catch {
                guard let found = unusableReason(error) else { throw error }
                reason = found
            }
            // Removed and created, not repaired: everything in it can be derived from the log (FMT-01).
            try removeBoth(path)
            let file = try body()
            notice(reason)
            return file
        }
    }

    /// Opens a file, or creates it if it is missing; an unusable file is left unchanged.
    ///
    /// - Parameters:
    ///   - path: The path of the file; its folder must exist.
    ///   - body: Opens the file.
    /// - Returns: What `body` returns.
    /// - Throws: Errors of `body`; `cannotCreate` if the lock file of a missing file cannot be removed.
    static func openUnrepaired<File>(at path: String, _ body: () throws -> File) throws -> File {
        // Without the lock, two processes that replace the file at once could pair one's data with the other's lock
        // file.
        try OpeningLock.hold(besides: path) {
            // Processes that still have a removed file open write its transaction numbers to the old lock file. With a
            // new data file, LMDB would use them to choose the older of its two meta pages.
            if unsafe access(path, F_OK) != 0, errno == ENOENT { try remove(path + "-lock") }
            return try body()
        }
    }

    /// Removes a file and its lock file; processes that have it open keep their copy.
    ///
    /// - Parameter path: The path of the file.
    /// - Throws: `cannotCreate` if it cannot be removed.
    static func discard(at path: String) throws {
        try OpeningLock.hold(besides: path) { try removeBoth(path) }
    }

    private static func removeBoth(_ path: String) throws {
        try remove(path)
        try remove(path + "-lock")
    }

    private static func remove(_ path: String) throws {
        guard unsafe unlink(path) != 0, errno != ENOENT else { return }
        let reason = unsafe String(cString: strerror(errno))
        throw EventStoreError(
            .cannotCreate,
            "\(path) is unusable and cannot be removed: \(reason); remove it, and it will be rebuilt from the log")
    }
}
