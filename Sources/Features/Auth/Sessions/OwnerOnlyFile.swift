#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A small file that its owner alone can read, replaced as a whole.
struct OwnerOnlyFile: Sendable {
    /// The path.
    let path: String

    /// Far more than sessions need; a larger file is another one.
    private static let longest = 1 << 20

    /// Reads the file.
    ///
    /// - Returns: Its bytes; `nil` if there is none.
    /// - Throws: ``SessionStorageError``: `exposed` if it is another user's or others can read it; `inputOutput`.
    func read() throws(SessionStorageError) -> [UInt8]? {
        // A pipe under this name would block the open.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            guard errno == ENOENT || errno == ENOTDIR else { throw failure("opened") }
            return nil
        }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: try checkedSize(of: descriptor))
        var count: Int
        repeat { count = pread(descriptor, &bytes, bytes.count, 0) } while count < 0 && errno == EINTR
        guard count >= 0 else { throw failure("read") }
        return Array(bytes[..<count])
    }

    /// Replaces the file by another one, which is created for the owner alone.
    ///
    /// - Parameter bytes: The new contents.
    /// - Throws: ``SessionStorageError`` `inputOutput`: the file is unchanged.
    func replace(with bytes: [UInt8]) throws(SessionStorageError) {
        // mkstemp creates with mode 0600, and replaces the six X.
        var template = [CChar]("\(path).XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw failure("created") }
        let temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        do throws(SessionStorageError) {
            try write(bytes, to: descriptor)
            // Otherwise the new name may precede the bytes on the disk.
            guard fsync(descriptor) == 0, rename(temporary, path) == 0 else { throw failure("replaced") }
        } catch {
            unlink(temporary)
            close(descriptor)
            throw error
        }
        close(descriptor)
    }

    /// Runs work while no other process runs such work for this file; creates the folder if it is missing.
    ///
    /// - Parameter body: The work.
    /// - Returns: The result of `body`.
    /// - Throws: ``SessionStorageError`` `inputOutput`; the error of `body`.
    func withLock<Result>(
        _ body: () throws(SessionStorageError) -> Result
    ) throws(SessionStorageError) -> Result {
        try createFolders()
        let descriptor = open("\(path).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("locked") }
        // Closing releases the lock.
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw failure("locked") }
        }
        return try body()
    }

    private func checkedSize(of descriptor: Int32) throws(SessionStorageError) -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure("inspected") }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.longest else {
            throw SessionStorageError(.damaged, "\(path) is no file of sessions: move it away")
        }
        guard status.st_uid == geteuid() else {
            throw SessionStorageError(.exposed, "\(path) belongs to another user: move it away, and sign in again")
        }
        guard status.st_mode & 0o077 == 0 else {
            let mode = String(status.st_mode & 0o777, radix: 8)
            throw SessionStorageError(
                .exposed,
                "\(path) has mode \(mode), which lets other users use its sessions: set it to 600, and sign out "
                    + "everywhere if others may have read it")
        }
        return Int(status.st_size)
    }

    private func createFolders() throws(SessionStorageError) {
        var folder = ""
        for part in path.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
            folder += "\(part)/"
            guard mkdir(folder, 0o700) == 0 || errno == EEXIST || isFolder(folder) else { throw failure("created") }
        }
    }

    private func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private func write(_ bytes: [UInt8], to descriptor: Int32) throws(SessionStorageError) {
        var count: Int
        repeat { count = pwrite(descriptor, bytes, bytes.count, 0) } while count < 0 && errno == EINTR
        // A partial write means that the rest found no room.
        if count >= 0, count < bytes.count { errno = ENOSPC }
        guard count == bytes.count else { throw failure("written") }
    }

    private func failure(_ what: String) -> SessionStorageError {
        let reason = String(cString: strerror(errno))
        return SessionStorageError(.inputOutput, "\(path) cannot be \(what): \(reason): check the folder and the disk")
    }
}
