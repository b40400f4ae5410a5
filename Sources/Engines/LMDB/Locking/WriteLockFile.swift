#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Two locks between processes on one data file: the turn, and the one that is held while a transaction writes.
///
/// They are locks of an open file description on bytes far behind any data, so they end with their process, and are not
/// dropped when another descriptor of the file is closed. LMDB itself locks nothing in the data file.
///
/// Where the system has no such locks every attempt succeeds: LMDB's own lock is what keeps writers apart.
struct WriteLockFile: Sendable {
    // The length of a locked range tells the holder's process id, as no system tells the owner of such a lock: it is one
    // byte and the id. So the two begin further apart than any id is large.
    private static let turn: off_t = 1 << 62
    private static let held: off_t = turn + (1 << 32)

    private let descriptor: Int32
    private let lockedBytes: off_t

    /// - Throws: ``LMDBError`` where the file cannot be opened.
    init(of path: String, processID: Int32 = getpid()) throws(LMDBError) {
        lockedBytes = 1 + off_t(processID)
        descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw LMDBError(errno, call: "open", path: path) }
    }

    /// Lets go of both locks for good.
    func end() { _ = close(descriptor) }

    /// Tries to take the turn.
    func takeTurn() -> Bool { lock(from: Self.turn, count: lockedBytes) }

    /// Passes the turn on.
    func passTurn() { unlock(from: Self.turn, count: lockedBytes) }

    /// Tries to take the lock that is held while a transaction writes.
    func hold() -> Bool { lock(from: Self.held, count: lockedBytes) }

    /// Lets go of it.
    func release() { unlock(from: Self.held, count: lockedBytes) }

    /// The other process that holds the lock; `nil` where none does.
    var holder: Int32? { holder(from: Self.held) }

    /// The other process that has the turn; `nil` where none does.
    var turnHolder: Int32? { holder(from: Self.turn) }

    private func holder(from start: off_t) -> Int32? {
        var region = Self.region(from: start, count: 1, F_WRLCK)
        guard fcntl(descriptor, Command.get, &region) == 0, region.l_type != Int16(F_UNLCK) else { return nil }
        return Int32(exactly: region.l_len - 1)
    }

    private func lock(from start: off_t, count: off_t) -> Bool {
        var region = Self.region(from: start, count: count, F_WRLCK)
        while fcntl(descriptor, Command.set, &region) != 0 {
            switch errno {
            case EINTR: continue
            case EAGAIN, EACCES: return false
            default: return true
            }
        }
        return true
    }

    private func unlock(from start: off_t, count: off_t) {
        var region = Self.region(from: start, count: count, F_UNLCK)
        while fcntl(descriptor, Command.set, &region) != 0, errno == EINTR {}
    }

    private static func region(from start: off_t, count: off_t, _ type: Int32) -> flock {
        var region = flock()
        region.l_type = Int16(type)
        region.l_whence = Int16(SEEK_SET)
        region.l_start = start
        region.l_len = count
        return region
    }

    /// The commands for locks of an open file description, which the systems' modules hide.
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
