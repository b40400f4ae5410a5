internal import CLMDB

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// An LMDB data file, held open so that its identity is not reused for another file.
struct DataFile: ~Copyable {
    /// The path with all symbolic links resolved: LMDB derives the lock file's name from it, and two names would mean
    /// two locks.
    let path: String
    let identity: FileIdentity
    /// Whether this call created the file; `true` for exactly one of several concurrent creators.
    let wasCreated: Bool
    private let descriptor: Int32

    /// Opens the file at `path`, and creates it with mode 0600 if it is missing.
    ///
    /// A non-empty file must look like an LMDB file, so that no lock file is left beside a foreign one.
    init(openingOrCreating path: String) throws(LMDBError) {
        // `O_EXCL` first: exactly one of several concurrent openers learns that it created the file.
        var descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        let wasCreated = descriptor >= 0
        if descriptor < 0, errno == EEXIST {
            descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
        }
        try self.init(descriptor, path: path, wasCreated: wasCreated)
    }

    /// Opens the file at `path` read-only.
    init(openingToRead path: String) throws(LMDBError) {
        try unsafe self.init(open(path, O_RDONLY | O_CLOEXEC), path: path, wasCreated: false)
    }

    private init(_ descriptor: Int32, path: String, wasCreated: Bool) throws(LMDBError) {
        guard descriptor >= 0 else { throw LMDBError(errno, call: "open", path: path) }

        do throws(LMDBError) {
            let status = try FileStatus.of(descriptor, path: path)
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw LMDBError(MDB_INVALID, call: "open", path: path, figures: "not a regular file")
            }
            if status.st_size > 0, !MetaPage.isPlausible(in: descriptor) {
                throw LMDBError(MDB_INVALID, call: "open", path: path, figures: "\(status.st_size) bytes")
            }
            try MetaPage.checkBeforeOpening(descriptor, path: path)
            // After opening, so that the path of a file that was just created can be resolved.
            guard let resolved = unsafe realpath(path, nil) else {
                throw LMDBError(errno, call: "realpath", path: path)
            }
            self.path = unsafe String(cString: resolved)
            unsafe free(resolved)
            identity = FileIdentity(status)
            self.wasCreated = wasCreated
            self.descriptor = descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit { close(descriptor) }

    /// Whether the file begins with an LMDB meta page.
    var beginsLikeADatabase: Bool { MetaPage.isPlausible(in: descriptor) }

    /// The meta page that LMDB uses; `nil` if one of the two is missing.
    var newestMetaPage: MetaPage? { MetaPage.newest(in: descriptor) }

    /// Whether the file is long enough for both meta pages.
    var hasTwoPages: Bool {
        guard let meta = MetaPage(in: descriptor, at: 0) else { return false }
        return FileBytes.read(meta.pageSize, at: meta.pageSize, from: descriptor) != nil
    }

    /// Syncs the parent folder, which LMDB does not do, so that the file's entry is durable.
    func syncParentDirectory() throws(LMDBError) {
        let end = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
        let parent = end == path.startIndex ? "/" : String(path[..<end])
        let folder = unsafe open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw LMDBError(errno, call: "open", path: parent) }
        let result = fsync(folder) == 0 ? 0 : errno
        close(folder)
        guard result == 0 else { throw LMDBError(result, call: "fsync", path: parent) }
    }
}

/// Queries about an open file.
enum FileStatus {
    static func of(_ descriptor: Int32, path: String) throws(LMDBError) -> stat {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw LMDBError(errno, call: "fstat", path: path) }
        return status
    }

    /// The size of the file, in bytes.
    static func bytes(of descriptor: Int32, path: String) throws(LMDBError) -> Int {
        Int(try of(descriptor, path: path).st_size)
    }
}
