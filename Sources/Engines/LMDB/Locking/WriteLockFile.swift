#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Two locks between processes on one data file: the turn, and the lock that is held while a transaction writes.
///
/// They are open file description locks on bytes far beyond any data: they end with their process, and are not dropped
/// when another descriptor of the file is closed. LMDB itself locks nothing in the data file.
///
/// On systems without such locks every attempt succeeds; LMDB's own lock still keeps writers apart.
struct WriteLockFile: Sendable {
    // The length of a locked range encodes the holder's process id plus one byte, because no system reports the owner
    // of such a lock. The two ranges therefore start further apart than any process id.
    private static let turn: off_t = 1 << 62
    private static let held: off_t = turn + (1 << 32)

    private let descriptor: Int32
    private let lockedBytes: off_t

    /// - Throws: ``LMDBError`` if the file cannot be opened.
    init(of path: String, processID: Int32 = getpid()) throws(LMDBError) {
        lockedBytes = 1 + off_t(processID)
        descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw LMDBError(errno, call: "open", path: path) }
    }

    /// Releases both locks permanently.
    func end() { _ = close(descriptor) }

    /// Tries to take the turn.
    func takeTurn() -> Bool { lock(from: Self.turn, count: lockedBytes) }

    /// Releases the turn.
    func passTurn() { unlock(from: Self.turn, count: lockedBytes) }

    /// Tries to take the lock that is held while a transaction writes.
    func hold() -> Bool { lock(from: Self.held, count: lockedBytes) }

    /// Releases the lock.
    func release() { unlock(from: Self.held, count: lockedBytes) }

    /// The other process that holds the lock; `nil` if there is none.
    var holder: Int32? { holder(from: Self.held) }

    /// The other process that has the turn; `nil` if there is none.
    var turnHolder: Int32? { holder(from: Self.turn) }

    private func holder(from start: off_t) -> Int32? {
        var region = Self.region(from: start, count: 1, F_WRLCK)
        guard unsafe fcntl(descriptor, Command.get, &region) == 0, region.l_type != Int16(F_UNLCK) else { return nil }
        return Int32(exactly: region.l_len - 1)
    }

    private func lock(from start: off_t, count: off_t) -> Bool {
        var region = Self.region(from: start, count: count, F_WRLCK)
        while unsafe fcntl(descriptor, Command.set, &region) != 0 {
            switch errno {
            case EINTR: continue
            // See APP-16: other errors count as success; the lock only orders writers, LMDB's own protects the data.
            case EAGAIN, EACCES: return false
            default: return true
            }
        }
        return true
    }

    private func unlock(from start: off_t, count: off_t) {
        var region = Self.region(from: start, count: count, F_UNLCK)
        while unsafe fcntl(descriptor, Command.set, &region) != 0, errno == EINTR {}
    }

    private static func region(from start: off_t, count: off_t, _ type: Int32) -> flock {
        var region = flock()
        region.l_type = Int16(type)
        region.l_whence = Int16(SEEK_SET)
        region.l_start = start
        region.l_len = count
        return region
    }

    /// The commands for open file description locks, which the system modules do not export.
    private enum Command {
        #if canImport(Darwin)
            static let set: Int32 = 90
            static let get: Int32 = 92
        #else
            static let get: Int32 = 36
            static let set: Int32 = 37
        #endif
    }
}
