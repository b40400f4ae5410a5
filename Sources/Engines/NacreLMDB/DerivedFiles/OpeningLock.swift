import LMDB
import Nacre

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A lock on a file's folder, which admits one opener at a time across all processes.
///
/// It locks the folder, because a lock on a file that may be replaced excludes no opener.
enum OpeningLock {
    /// How long an opener waits for another, which checks the file meanwhile.
    private static let bound = Duration.seconds(60)

    /// Runs a body with the lock held.
    ///
    /// - Parameters:
    ///   - path: The path of a file in the folder.
    ///   - bound: How long to wait for the lock.
    ///   - body: The work.
    /// - Returns: What the body returns.
    /// - Throws: Errors of `body`; `inputOutput` if the folder cannot be locked; `locked` if another process holds the
    ///   lock for too long, for example because a signal has stopped it.
    static func hold<R>(besides path: String, within bound: Duration = bound, _ body: () throws -> R) throws -> R {
        let end = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("opened", folder) }
        // Closing the only descriptor releases the lock.
        defer { close(descriptor) }
        let begun = ContinuousClock.now
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            switch errno {
            case EINTR: continue
            case EWOULDBLOCK:
                guard begun.duration(to: .now) < bound else {
                    throw EventStoreError.openingLocked(folder, by: WriteLockHolder(ofLock: descriptor), after: bound)
                }
                // `flock` without a limit would wait forever for a stopped process.
                usleep(1_000)
            default: throw failure("locked", folder)
            }
        }
        return try body()
    }

    private static func failure(_ what: String, _ folder: String) -> EventStoreError {
        EventStoreError(
            .inputOutput,
            unsafe "the folder \(folder) cannot be \(what): \(String(cString: strerror(errno))); make it readable")
    }
}

extension EventStoreError {
    fileprivate static func openingLocked(
        _ folder: String, by holder: WriteLockHolder, after bound: Duration
    ) -> EventStoreError {
        EventStoreError(
            .locked,
            """
            \(folder): \(holder) has been opening a file in it for longer than \(bound): \(holder.remedy)
            """)
    }
}
