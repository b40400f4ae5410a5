import Nacre

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A lock on the folder of a file, held by one opener at a time, in all processes together.
///
/// It is on the folder, for a lock on a file that may be replaced holds nothing off.
enum OpeningLock {
    /// Runs a body with the lock held.
    ///
    /// - Parameters:
    ///   - path: The path of a file in the folder.
    ///   - body: What to do.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws; `inputOutput` where the folder cannot be locked.
    static func hold<R>(besides path: String, _ body: () throws -> R) throws -> R {
        let end = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("opened", folder) }
        // Closing the only descriptor ends the lock.
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw failure("locked", folder) }
        }
        return try body()
    }

    private static func failure(_ what: String, _ folder: String) -> EventStoreError {
        EventStoreError(
            .inputOutput,
            "the folder \(folder) cannot be \(what): \(String(cString: strerror(errno))); make it readable")
    }
}
