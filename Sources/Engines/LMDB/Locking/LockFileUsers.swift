internal import Synchronization

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The question which other process has an LMDB file open, asked through one descriptor of its lock file.
///
/// The descriptor is opened by the first question and stays open: closing any descriptor of the lock file drops the
/// locks that LMDB holds for this process.
final class LockFileUsers: Sendable {
    private let path: String
    private let descriptor = Mutex<Int32?>(nil)

    /// - Parameter path: The path of the data file, with symbolic links resolved.
    init(of path: String) { self.path = path + "-lock" }

    /// The other process that has the file open, 0 if its id is unknown; `nil` if there is none.
    ///
    /// - Throws: ``LMDBError`` if the lock file cannot be opened.
    func otherProcess() throws(LMDBError) -> Int32? {
        try descriptor.withLock { (descriptor) throws(LMDBError) in
            if descriptor == nil {
                let opened = unsafe open(path, O_RDONLY | O_CLOEXEC)
                guard opened >= 0 else {
                    // No lock file: this process reads unlocked, and no other has the file open.
                    if errno == ENOENT { return nil }
                    throw LMDBError(errno, call: "open", path: path)
                }
                descriptor = opened
            }
            guard let descriptor else { return nil }
            return try LockFile.otherUser(descriptor, path: path)
        }
    }

    /// Closes the descriptor, once LMDB has closed the file.
    func end() {
        descriptor.withLock { descriptor in
            if let opened = descriptor.take() { close(opened) }
        }
    }
}
