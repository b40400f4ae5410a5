#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A file that only its owner may read, changed in place.
///
/// Its calls may be made from any thread. A failed write or sync is not repeated: after a failed sync the system may
/// report success for bytes that it lost.
final class PrivateFile: Sendable {
    let path: String
    private let descriptor: Int32

    /// Opens a file, and creates it with mode 0600 if it is missing.
    ///
    /// - Parameter path: The path of the file; its folder must exist.
    /// - Throws: ``SecretsError``: `inputOutput`; `exposed` if other users may read or write it.
    convenience init(openingOrCreating path: String) throws(SecretsError) {
        let descriptor = Self.descriptor(of: path, O_CREAT)
        guard descriptor >= 0 else { throw .inputOutput(path, "cannot be opened", errno) }
        try self.init(descriptor, path)
    }

    /// Creates a file with mode 0600.
    ///
    /// - Parameter path: The path of the file; its folder must exist.
    /// - Throws: ``SecretsError`` `inputOutput`, also if the file exists.
    convenience init(creating path: String) throws(SecretsError) {
        let descriptor = Self.descriptor(of: path, O_CREAT | O_EXCL)
        guard descriptor >= 0 else { throw .inputOutput(path, "cannot be created", errno) }
        try self.init(descriptor, path)
    }

    /// Opens a file; `nil` if it is missing.
    ///
    /// - Parameter path: The path of the file.
    /// - Throws: ``SecretsError``: `inputOutput`; `exposed` if other users may read or write it.
    convenience init?(opening path: String) throws(SecretsError) {
        let descriptor = Self.descriptor(of: path, 0)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw .inputOutput(path, "cannot be opened", errno) }
            return nil
        }
        try self.init(descriptor, path)
    }

    private init(_ descriptor: Int32, _ path: String) throws(SecretsError) {
        self.path = path
        self.descriptor = descriptor
        try Self.checkMode(of: path, try status())
    }

    /// Opens a file; a link is refused, because it may lead to a file system that erases in another way.
    private static func descriptor(of path: String, _ flag: Int32) -> Int32 {
        unsafe open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | flag, 0o600)
    }

    deinit { close(descriptor) }

    /// Throws `exposed` if other users may read or write a file.
    ///
    /// - Returns: Whether there is one.
    static func checkMode(of path: String) throws(SecretsError) -> Bool {
        var status = stat()
        if unsafe stat(path, &status) == 0 {
            try checkMode(of: path, status)
            return true
        }
        guard errno == ENOENT else { throw .inputOutput(path, "cannot be inspected", errno) }
        return false
    }

    private static func checkMode(of path: String, _ status: stat) throws(SecretsError) {
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw SecretsError(.inputOutput, "\(path) is not a regular file: move it away")
        }
        guard status.st_mode & 0o077 == 0 else {
            let mode = String(status.st_mode & 0o777, radix: 8)
            throw SecretsError(
                .exposed,
                "\(path) has mode \(mode), which lets other users use it: "
                    + "set it to 600, and treat what is in it as known to them")
        }
    }

    /// The size of the file, in bytes.
    func byteCount() throws(SecretsError) -> Int { Int(try status().st_size) }

    /// Reads bytes; those behind the end are zero.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - offset: Where they begin.
    /// - Returns: The bytes.
    /// - Throws: ``SecretsError`` `inputOutput`.
    func read(_ count: Int, at offset: Int) throws(SecretsError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var result: Int
        repeat {
            result = unsafe pread(descriptor, &bytes, count, off_t(offset))
        } while result < 0 && errno == EINTR
        // A regular file returns fewer bytes at its end alone.
        guard result >= 0 else { throw .inputOutput(path, "cannot be read at byte \(offset)", errno) }
        return bytes
    }

    /// Writes bytes with one call; they are durable after ``sync()``.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - offset: Where they begin.
    /// - Throws: ``SecretsError`` `inputOutput`: any part of the bytes may be in the file.
    func write(_ bytes: [UInt8], at offset: Int) throws(SecretsError) {
        var result: Int
        repeat {
            result = unsafe pwrite(descriptor, bytes, bytes.count, off_t(offset))
            // Nothing was written.
        } while result < 0 && errno == EINTR
        guard result == bytes.count else {
            // A partial write means that the rest found no room.
            throw .inputOutput(path, "cannot be written at byte \(offset)", result < 0 ? errno : ENOSPC)
        }
    }

    /// Makes the written bytes durable, past the cache of the drive.
    func sync() throws(SecretsError) {
        #if canImport(Darwin)
            let result = fcntl(descriptor, F_FULLFSYNC)
        #else
            let result = fdatasync(descriptor)
        #endif
        guard result == 0 else { throw .inputOutput(path, "cannot be synced", errno) }
    }

    /// Makes the file's entry in its folder durable.
    func syncFolder() throws(SecretsError) {
        let end = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .inputOutput(folder, "cannot be opened", errno) }
        let result = fsync(descriptor) == 0 ? 0 : errno
        close(descriptor)
        guard result == 0 else { throw .inputOutput(folder, "cannot be synced", result) }
    }

    private func status() throws(SecretsError) -> stat {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .inputOutput(path, "cannot be inspected", errno) }
        return status
    }
}

extension SecretsError {
    /// The error of a system call on a file.
    static func inputOutput(_ path: String, _ what: String, _ number: Int32) -> SecretsError {
        let reason = unsafe String(cString: strerror(number))
        let remedy = number == ENOSPC || number == EDQUOT ? "make room on the disk" : "check the file and the disk"
        return SecretsError(.inputOutput, "\(path) \(what): \(reason): \(remedy)")
    }
}
