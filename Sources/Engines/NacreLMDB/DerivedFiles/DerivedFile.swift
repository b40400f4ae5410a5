import Nacre

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A file that is derived from the log, and so is made anew where it is of no use.
enum DerivedFile {
    /// Opens a file; one that is of no use is removed together with its lock file, and opened again.
    ///
    /// - Parameters:
    ///   - path: The path of the file; its folder must exist.
    ///   - notice: Is told, in a clause, why a file was of no use and is made anew.
    ///   - uselessness: Why an error of opening says that the file is of no use, as a clause; `nil` for an error that
    ///     making the file anew does not mend.
    ///   - body: Opens the file, or makes it where there is none.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, and `cannotCreate` where a file of no use cannot be removed.
    static func open<File>(
        at path: String, notice: (String) -> Void, uselessness: (any Error) -> String?, _ body: () throws -> File
    ) throws -> File {
        try openAsItIs(at: path) {
            let reason: String
            do {
                return try body()
            } catch {
                guard let found = uselessness(error) else { throw error }
                reason = found
            }
            try removeBoth(path)
            let file = try body()
            notice(reason)
            return file
        }
    }

    /// Opens a file, or makes it where there is none, and leaves one that is of no use as it is.
    ///
    /// - Parameters:
    ///   - path: The path of the file; its folder must exist.
    ///   - body: Opens the file.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, and `cannotCreate` where the lock file of a file that is gone cannot be removed.
    static func openAsItIs<File>(at path: String, _ body: () throws -> File) throws -> File {
        // Two processes that make the file anew at once would come to pair one's data with the other's lock.
        try OpeningLock.hold(besides: path) {
            // Whoever still has a file that was removed goes by its lock file, which counts that file's transactions: of
            // another file's, it would go by the older of its two meta pages.
            if access(path, F_OK) != 0, errno == ENOENT { try remove(path + "-lock") }
            return try body()
        }
    }

    /// Removes a file with its lock file; whoever has it open keeps what it has.
    ///
    /// - Parameter path: The path of the file.
    /// - Throws: `cannotCreate` where it cannot be removed.
    static func discard(at path: String) throws {
        try OpeningLock.hold(besides: path) { try removeBoth(path) }
    }

    private static func removeBoth(_ path: String) throws {
        try remove(path)
        try remove(path + "-lock")
    }

    private static func remove(_ path: String) throws {
        guard unlink(path) != 0, errno != ENOENT else { return }
        let reason = String(cString: strerror(errno))
        throw EventStoreError(
            .cannotCreate,
            "\(path) is of no use, and cannot be removed: \(reason); remove it, it is rebuilt from the log")
    }
}
