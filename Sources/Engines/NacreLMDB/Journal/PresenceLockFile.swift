import LMDB
import Nacre

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The file `journal-lock`, open in this process, with two locks on its first bytes.
///
/// They are POSIX record locks: they belong to the process, end with it, and a forked child does not have them. The
/// system drops all of them when any descriptor of the file is closed in the process.
struct PresenceLockFile: Sendable {
    /// A lock, by the offset of its byte.
    enum Lock: Int {
        /// Shared by all processes with a registered opening.
        case presence = 0
        /// Held by the process whose journal is in use.
        case ownership = 1
    }

    let path: String
    let identity: FileIdentity
    /// Whether the ownership can be taken: a write lock needs a descriptor for writing.
    let isWritable: Bool
    private let descriptor: Int32

    /// Opens the file, and creates it with mode 0600 if it is missing.
    ///
    /// `nil` if this user may neither open nor create it, or it is missing and the disk is full.
    ///
    /// - Parameter path: The path of the file.
    /// - Throws: `inputOutput` if it cannot be opened for another reason.
    init?(openingOrCreating path: String) throws(EventStoreError) {
        var descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        isWritable = descriptor >= 0
        if descriptor < 0 {
            guard [EACCES, EPERM, EROFS, ENOSPC, EDQUOT].contains(errno) else {
                throw .journalLock(path, "opened", errno)
            }
            // A read lock needs no descriptor for writing.
            descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        }
        guard descriptor >= 0 else {
            guard [ENOENT, EACCES, EPERM].contains(errno) else { throw .journalLock(path, "opened", errno) }
            return nil
        }
        guard let identity = FileIdentity(of: descriptor) else {
            let number = errno
            close(descriptor)
            throw .journalLock(path, "inspected", number)
        }
        self.path = path
        self.identity = identity
        self.descriptor = descriptor
    }

    /// Closes the descriptor, which drops this process's locks on the file, also those of other descriptors.
    func end() { close(descriptor) }

    /// Takes the presence, which other processes can hold too.
    ///
    /// - Throws: `inputOutput` if the system cannot lock the file.
    func share() throws(EventStoreError) {
        guard setLock(.presence, F_RDLCK) else { throw .journalLock(path, "locked", errno) }
    }

    /// Tries to take the ownership.
    ///
    /// - Returns: `false` if another process holds it.
    /// - Throws: `inputOutput` if the system cannot lock the file.
    func claim() throws(EventStoreError) -> Bool {
        if setLock(.ownership, F_WRLCK) { return true }
        guard errno == EAGAIN || errno == EACCES else { throw .journalLock(path, "locked", errno) }
        return false
    }

    /// Gives up the ownership.
    func release() { _ = setLock(.ownership, F_UNLCK) }

    /// Another process that holds a lock.
    ///
    /// - Returns: The process id, 0 if the process is of another namespace; `nil` if no other process holds the lock.
    /// - Throws: `inputOutput` if the system cannot tell.
    func otherHolder(of lock: Lock) throws(EventStoreError) -> Int32? {
        // A write lock conflicts with locks of both kinds; `F_GETLK` only asks and takes nothing.
        var region = Self.region(lock, F_WRLCK)
        while unsafe fcntl(descriptor, F_GETLK, &region) != 0 {
            guard errno == EINTR else { throw .journalLock(path, "inspected", errno) }
        }
        return region.l_type == Int16(F_UNLCK) ? nil : region.l_pid
    }

    private func setLock(_ lock: Lock, _ type: Int32) -> Bool {
        var region = Self.region(lock, type)
        while unsafe fcntl(descriptor, F_SETLK, &region) != 0 {
            guard errno == EINTR else { return false }
        }
        return true
    }

    private static func region(_ lock: Lock, _ type: Int32) -> flock {
        var region = flock()
        region.l_type = Int16(type)
        region.l_whence = Int16(SEEK_SET)
        region.l_start = off_t(lock.rawValue)
        region.l_len = 1
        return region
    }
}

extension EventStoreError {
    fileprivate static func journalLock(_ path: String, _ what: String, _ number: Int32) -> EventStoreError {
        EventStoreError(
            .inputOutput,
            unsafe "the lock file \(quoted(path, upTo: .max)) cannot be \(what): \(String(cString: strerror(number))); "
                + "check its permissions, the limits on open files and locks, and that the file system supports locks")
    }
}
