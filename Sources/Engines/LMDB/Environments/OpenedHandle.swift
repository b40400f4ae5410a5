internal import CLMDB

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The result of opening a file, after all checks that are possible before the first transaction.
///
/// `@safe` is right because the handle is passed on to the one `SharedEnvironment` that closes it.
@safe
struct OpenedHandle {
    let environment: OpaquePointer
    let database: UInt32
    let pageSize: Int

    /// Opens the file with the largest map that fits the address space.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - options: How to open it.
    ///   - writers: The gate of its writers; `nil` to use LMDB's own lock only.
    /// - Returns: The opened handle.
    /// - Throws: ``LMDBError``.
    static func open(
        _ file: borrowing DataFile, options: Environment.Options, writers: WriteGate?
    ) throws(LMDBError) -> OpenedHandle {
        guard options.mapSize > 0, options.maximumReaders > 0, options.maximumReaders <= Int(Int32.max) else {
            throw LMDBError(
                EINVAL, call: "Environment.open", path: file.path,
                figures: "mapSize \(options.mapSize), maximumReaders \(options.maximumReaders)")
        }
        var mapSize = MapSize.roundedUp(options.mapSize)
        var attempts = 0
        while true {
            do throws(LMDBError) {
                return try open(file, options: options, mapSize: mapSize, writers: writers)
            } catch {
                // Another process has enlarged the map between opening and the first transaction, and may do so again.
                attempts += 1
                if error.code == .mapResized, attempts <= maxAttempts { continue }
                guard error.code == .outOfMemory,
                    let smaller = MapSize.next(after: mapSize, fileBytes: fileBytes(of: file))
                else { throw error }
                mapSize = smaller
            }
        }
    }

    // OPS-06: Opening is repeated if another process enlarges the map meanwhile.
    /// How often opening is retried because other processes enlarge the map, which takes them far longer than opening.
    private static let maxAttempts = 16

    private static func fileBytes(of file: borrowing DataFile) -> Int {
        var status = stat()
        return unsafe stat(file.path, &status) == 0 ? Int(status.st_size) : 0
    }

    private static func open(
        _ file: borrowing DataFile, options: Environment.Options, mapSize: Int, writers: WriteGate?
    ) throws(LMDBError) -> OpenedHandle {
        if options.access == .readingAndWriting {
            try LockFile.allocate(besides: file.path, maximumReaders: options.maximumReaders)
        }
        var created: OpaquePointer?
        try unsafe check(mdb_env_create(&created), "mdb_env_create", file.path)
        guard let environment = unsafe created else { throw LMDBError(ENOMEM, call: "mdb_env_create", path: file.path) }
        do throws(LMDBError) {
            // Before opening: the default map of 1 MiB would be full at once.
            try unsafe check(mdb_env_set_mapsize(environment, mapSize), "mdb_env_set_mapsize", file.path)
            try unsafe check(
                mdb_env_set_maxreaders(environment, UInt32(options.maximumReaders)), "mdb_env_set_maxreaders",
                file.path)
            // No thread-local storage: a read transaction then belongs to its handle, so it can be kept and renewed.
            let flags = MDB_NOSUBDIR | MDB_NOTLS | options.durability.flags | options.access.flags
            try unsafe check(
                mdb_env_open(environment, file.path, UInt32(flags), 0o600), "mdb_env_open", file.path,
                figures: "map of \(mapSize) bytes")

            let descriptor = try unsafe descriptor(of: environment, file)
            let pages = unsafe MappedFile(
                environment: environment, descriptor: descriptor, path: file.path, writers: writers,
                waits: WriteLockWaits(path: file.path, waitPolicy: options.waitPolicy))
            if !(options.allowsMissingPages && options.access == .readingUnlocked) { try pages.checkSize() }
            if file.wasCreated, options.durability != .noSync {
                try unsafe check(mdb_env_sync(environment, 1), "mdb_env_sync", file.path)
                try file.syncParentDirectory()
            }
            // Once, at the start: LMDB forbids opening a database in two transactions at the same time.
            let database = try unsafe openDatabase(in: environment, path: file.path)
            var statistics = MDB_stat()
            try unsafe check(mdb_env_stat(environment, &statistics), "mdb_env_stat", file.path)
            return unsafe OpenedHandle(
                environment: environment, database: database, pageSize: Int(statistics.ms_psize))
        } catch {
            unsafe mdb_env_close(environment)
            throw file.diagnosed(error)
        }
    }

    /// LMDB's descriptor of the file, after checking that it is the same file.
    private static func descriptor(
        of environment: OpaquePointer, _ file: borrowing DataFile
    ) throws(LMDBError) -> Int32 {
        var descriptor: Int32 = -1
        try unsafe check(mdb_env_get_fd(environment, &descriptor), "mdb_env_get_fd", file.path)
        guard FileIdentity(try FileStatus.of(descriptor, path: file.path)) == file.identity else {
            throw .replaced(path: file.path)
        }
        return descriptor
    }

    /// Opens the unnamed database once; its handle is valid for all later transactions.
    private static func openDatabase(in environment: OpaquePointer, path: String) throws(LMDBError) -> UInt32 {
        var transaction: OpaquePointer?
        var result = unsafe mdb_txn_begin(environment, nil, UInt32(MDB_RDONLY), &transaction)
        if result == MDB_READERS_FULL {
            var dead: Int32 = 0
            unsafe mdb_reader_check(environment, &dead)
            result = unsafe mdb_txn_begin(environment, nil, UInt32(MDB_RDONLY), &transaction)
        }
        try check(result, "mdb_txn_begin", path)
        defer { unsafe mdb_txn_abort(transaction) }
        var database: UInt32 = 0
        try unsafe check(mdb_dbi_open(transaction, nil, 0, &database), "mdb_dbi_open", path)
        var flags: UInt32 = 0
        try unsafe check(mdb_dbi_flags(transaction, database, &flags), "mdb_dbi_flags", path)
        guard flags == 0 else {
            throw LMDBError(MDB_INCOMPATIBLE, call: "mdb_dbi_open", path: path, figures: "flags \(flags)")
        }
        return database
    }

    private static func check(
        _ result: Int32, _ call: String, _ path: String, figures: String = ""
    ) throws(LMDBError) {
        guard result == MDB_SUCCESS else { throw LMDBError(result, call: call, path: path, figures: figures) }
    }
}

extension Environment.Durability {
    fileprivate var flags: Int32 {
        switch self {
        case .full: 0
        case .noMetaSync: MDB_NOMETASYNC
        case .noSync: MDB_NOSYNC
        }
    }
}

extension Environment.Access {
    fileprivate var flags: Int32 {
        switch self {
        case .readingAndWriting: 0
        case .readingUnlocked: MDB_RDONLY | MDB_NOLOCK
        }
    }
}

extension LMDBError {
    /// The error if the path leads to another file than before.
    static func replaced(path: String) -> LMDBError {
        LMDBError(
            code: .replaced, call: "mdb_env_open",
            message: "\(path): another file took its place while it was being opened: open it again")
    }
}
