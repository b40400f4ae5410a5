import Nacre

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file that is read and written in whole pages, past the page cache where the file system allows it.
///
/// Its calls may be made from any thread. Nothing maps the file or reads it through the page cache once frames are
/// written with `O_DIRECT`, because such reads may show older bytes.
final class DirectFile: Sendable {
    /// What the caller does with the file.
    enum Access: Sendable {
        case reading
        case writing
    }

    /// When written bytes are durable.
    enum Syncing: Equatable, Sendable {
        /// When the write returns: the file is open with `O_DIRECT` and `O_DSYNC`.
        case byWriting
        /// After a sync, which follows each write: `fdatasync`, or `F_FULLFSYNC` on Apple systems.
        case afterWriting
    }

    let path: String
    let syncing: Syncing
    private let descriptor: Int32

    /// Opens a file that exists.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - access: What the caller does with the file.
    ///   - allowsDirect: Whether to pass the page cache where the file system allows it.
    /// - Returns: The file; `nil` if it does not exist.
    /// - Throws: `inputOutput` if it cannot be opened, or is not a regular file.
    static func open(
        _ path: String, for access: Access, allowsDirect: Bool = true
    ) throws(EventStoreError) -> DirectFile? {
        if allowsDirect, let flags = Flag.direct {
            let descriptor = system(path, access.flag | flags | O_CLOEXEC)
            if descriptor >= 0 {
                let file = DirectFile(descriptor, path, .byWriting)
                // Some file systems accept the flag and refuse the reads, or have larger sectors than the pages.
                if try file.isRegular(), file.canRead { return file }
            } else if errno != EINVAL {
                return try missing(path)
            }
        }
        let descriptor = system(path, access.flag | O_CLOEXEC)
        guard descriptor >= 0 else { return try missing(path) }
        let file = DirectFile(descriptor, path, .afterWriting)
        guard try file.isRegular() else {
            throw EventStoreError(.inputOutput, "\(quoted(path, upTo: .max)) is not a regular file: move it away")
        }
        return file
    }

    /// Whether a path may lead to a regular file that the process may read.
    ///
    /// - Parameter path: The path.
    /// - Returns: Whether it does; `true` if the disk fails, which opening the file reports.
    static func isReadable(_ path: String) -> Bool {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return errno != ENOENT && errno != EACCES }
        guard status.st_mode & S_IFMT == S_IFREG else { return false }
        return unsafe access(path, R_OK) == 0 || errno != EACCES
    }

    private init(_ descriptor: Int32, _ path: String, _ syncing: Syncing) {
        self.descriptor = descriptor
        self.path = path
        self.syncing = syncing
    }

    deinit { close(descriptor) }

    /// The size of the file.
    ///
    /// - Throws: `inputOutput` if the system does not tell.
    func byteCount() throws(EventStoreError) -> Int { Int(try status().st_size) }

    /// Reads pages.
    ///
    /// - Parameters:
    ///   - pages: The memory to fill, aligned and in whole pages.
    ///   - offset: Where they begin in the file.
    /// - Throws: `inputOutput` if the disk fails; `damaged` if the file ends before.
    func read(into pages: UnsafeMutableRawBufferPointer, at offset: Int) throws(EventStoreError) {
        unsafe assert(Self.isAligned(UnsafeRawBufferPointer(pages), offset))
        var done = 0
        while done < pages.count {
            let result = unsafe pread(
                descriptor, pages.baseAddress.map { unsafe $0 + done }, pages.count - done, off_t(offset + done))
            if result < 0, errno == EINTR { continue }
            guard result >= 0 else { throw .journal(path, "cannot be read at byte \(offset + done)", errno) }
            guard result > 0 else { throw .damagedJournal(path, "it ends at byte \(offset + done)") }
            done += result
        }
    }

    /// Writes pages with one call, durably.
    ///
    /// A write that fails is not repeated: after a failed sync the system may report success for bytes that it lost.
    ///
    /// - Parameters:
    ///   - pages: The bytes, aligned and in whole pages.
    ///   - offset: Where they begin in the file.
    /// - Throws: `inputOutput` or `diskFull`, with outcome `unknown`: any part of the bytes may be on disk.
    func write(_ pages: UnsafeRawBufferPointer, at offset: Int) throws(EventStoreError) {
        unsafe assert(Self.isAligned(pages, offset))
        var result: Int
        repeat {
            result = unsafe pwrite(descriptor, pages.baseAddress, pages.count, off_t(offset))
            // Nothing was written.
        } while result < 0 && errno == EINTR
        guard result == pages.count else {
            // A partial write means that the rest found no room.
            let number = result < 0 ? errno : ENOSPC
            throw .journal(path, "cannot be written at byte \(offset)", number, outcome: .unknown)
        }
        guard syncing == .byWriting || Self.sync(descriptor) else {
            throw .journal(path, "cannot be synced", errno, outcome: .unknown)
        }
    }

    /// Whether the file has a hole, or blocks that were allocated and never written.
    func hasHoles() throws(EventStoreError) -> Bool {
        let status = try status()
        if Int(status.st_blocks) * 512 < Int(status.st_size) { return true }
        // Not all file systems count blocks, and allocated blocks count though they were never written.
        let hole = lseek(descriptor, 0, Flag.hole)
        return hole >= 0 && hole < status.st_size
    }

    private func status() throws(EventStoreError) -> stat {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .journal(path, "cannot be inspected", errno) }
        return status
    }

    private func isRegular() throws(EventStoreError) -> Bool { try status().st_mode & S_IFMT == S_IFREG }

    /// Whether a page can be read in the mode in which the file is open.
    private var canRead: Bool {
        let page = AlignedBuffer(pageCount: 1)
        return unsafe pread(descriptor, page.bytes.baseAddress, page.bytes.count, 0) >= 0 || errno != EINVAL
    }

    /// Syncs the data of a file, past the cache of the drive.
    static func sync(_ descriptor: Int32) -> Bool {
        #if canImport(Darwin)
            fcntl(descriptor, F_FULLFSYNC) == 0
        #else
            fdatasync(descriptor) == 0
        #endif
    }

    private static func isAligned(_ pages: UnsafeRawBufferPointer, _ offset: Int) -> Bool {
        let mask = JournalLayout.pageBytes - 1
        return (Int(bitPattern: pages.baseAddress) | pages.count | offset) & mask == 0
    }

    private static func missing(_ path: String) throws(EventStoreError) -> DirectFile? {
        guard errno == ENOENT else { throw .journal(path, "cannot be opened", errno) }
        return nil
    }

    private static func system(_ path: String, _ flags: Int32) -> Int32 {
        #if canImport(Glibc)
            unsafe Glibc.open(path, flags)
        #elseif canImport(Musl)
            unsafe Musl.open(path, flags)
        #else
            unsafe Darwin.open(path, flags)
        #endif
    }

    /// Flags of the system, some of which its modules do not export.
    private enum Flag {
        #if canImport(Darwin)
            static let direct: Int32? = nil
            static let hole: Int32 = 3
        #elseif canImport(Glibc)
            static let direct: Int32? = __O_DIRECT | O_DSYNC
            static let hole: Int32 = 4
        #else
            static let direct: Int32? = O_DIRECT | O_DSYNC
            static let hole: Int32 = 4
        #endif
    }
}

extension DirectFile.Access {
    fileprivate var flag: Int32 { self == .reading ? O_RDONLY : O_RDWR }
}
