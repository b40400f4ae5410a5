import Nacre

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The folder of a store, and the paths of its files.
package struct StoreFolder: Sendable {
    // FMT-01: The log is the source of truth, and index and read models are derived files.

    let path: String

    /// The folder of `index.mdb`: a temporary folder for a read-only store.
    var derived: String

    var log: String { path + "/log.mdb" }
    var index: String { derived + "/" + Self.indexName }
    var journal: String { path + "/" + Self.journalName }
    var views: String { path + "/" + LMDBReadModelStore.fileName }
    var journalLock: String { path + "/journal-lock" }
    var replicaLock: String { path + "/replica-lock" }

    /// The file name of the journal.
    static let journalName = "journal"

    /// The file name of the index.
    static let indexName = "index.mdb"

    package init(_ path: String) {
        self.path = path
        derived = path
    }

    /// Finds the folder, or creates it.
    ///
    /// - Parameters:
    ///   - isCreating: Whether to create a missing folder.
    ///   - mustBeWritable: Whether to refuse a store that cannot be written.
    /// - Returns: Whether the store can be written.
    /// - Throws: `noSuchStore` if it is missing and must not be created; `cannotCreate` if it is a file, holds other
    ///   files but no store, or cannot be created or written.
    @discardableResult
    func prepare(isCreating: Bool, mustBeWritable: Bool = true) throws(EventStoreError) -> Bool {
        var status = stat()
        if unsafe stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFDIR else {
                throw EventStoreError(
                    .cannotCreate, "\(quoted(path, upTo: .max)) is a file: a store is a folder, name another path")
            }
        } else {
            guard errno == ENOENT else { throw failure("cannot be inspected") }
            guard isCreating else {
                throw EventStoreError(.noSuchStore, "there is no store at \(quoted(path, upTo: .max))")
            }
            // Another process may create it at the same time.
            guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failure("cannot be created") }
            try syncParent()
        }
        let isWritable = unsafe access(path, W_OK | X_OK) == 0
        guard unsafe isWritable || !mustBeWritable && access(path, X_OK) == 0 else {
            throw failure("cannot be written")
        }
        // Read before the log, which another process may be creating: derived files exist only beside a log.
        let later = laterNames
        let hasLog = unsafe stat(log, &status) == 0
        guard hasLog || errno == ENOENT else { throw failure("cannot be inspected") }
        // An empty log counts as no store: a process died while creating it.
        if Self.size(of: log) ?? 0 == 0 {
            if !later.isEmpty { throw lostLog(later) }
            guard isCreating else { throw noSuchStore }
            if !hasLog { try requireNoOtherFiles() }
        }
        return isWritable && (mustBeWritable || isLogWritable)
    }

    /// Whether the log and its lock file can be written.
    var isLogWritable: Bool {
        func isWritable(_ file: String) -> Bool { unsafe access(file, W_OK) == 0 || errno == ENOENT }
        return unsafe access(log, W_OK) == 0 && isWritable(log + "-lock")
    }

    /// Whether readers can register in the log's lock file.
    var hasWritableLock: Bool { unsafe access(log, W_OK) == 0 && access(log + "-lock", W_OK) == 0 }

    /// The error for a folder without a store, if none is to be created.
    var noSuchStore: EventStoreError {
        EventStoreError(
            .noSuchStore,
            "there is no store at \(quoted(path, upTo: .max)): the folder contains no log.mdb, or an empty one")
    }

    /// The names of the files that exist and are created only after the log and its header are on disk.
    var laterNames: [String] {
        [Self.indexName, LMDBReadModelStore.fileName, Self.journalName].filter { holds(path + "/" + $0) }
    }

    /// The error for a folder that has files of a later time but no log.
    ///
    /// - Parameter later: The names of these files.
    /// - Returns: The error, with the remedy.
    func lostLog(_ later: [String]) -> EventStoreError {
        EventStoreError(
            .eventsLost,
            """
            the log of the store at \(quoted(path, upTo: .max)) is lost: log.mdb is missing or empty, beside \
            \(later.joined(separator: " and ")), which \(later.count == 1 ? "is" : "are") made after it. Restore \
            a copy of the log; to start an empty log instead, remove \(later.joined(separator: " and ")) too
            """)
    }

    /// The size of a file in bytes; `nil` if `stat` fails.
    static func size(of file: String) -> Int? {
        var status = stat()
        return unsafe stat(file, &status) == 0 ? Int(status.st_size) : nil
    }

    /// The error of an append to a read-only store.
    var cannotBeWritten: EventStoreError {
        EventStoreError(
            .appendsStopped,
            "the store at \(quoted(path, upTo: .max)) cannot be written by this user and is open read-only: "
                + "open it as a user who may write its folder and files", outcome: .notWritten)
    }

    /// The error of an append to a store that is read-only because its disk is full.
    var hasNoRoom: EventStoreError {
        EventStoreError(
            .appendsStopped,
            "the disk of the store at \(quoted(path, upTo: .max)) is full, and the store is open read-only: make room "
                + "and open it again", outcome: .notWritten)
    }

    /// Moves the index to a temporary folder.
    ///
    /// - Returns: The folder; remove it once the index is open.
    /// - Throws: `cannotCreate` if it cannot be created.
    mutating func derive() throws(EventStoreError) -> ScratchFolder {
        let scratch = try ScratchFolder()
        derived = scratch.path
        return scratch
    }

    /// The error of an append to a store that is read-only because it has lost events.
    func lacksEvents(_ lost: [LostEvents]) -> EventStoreError { .eventsLost(lost, at: path).notWritten }

    /// Whether a file of the folder exists.
    func holds(_ file: String) -> Bool {
        unsafe access(file, F_OK) == 0
    }

    /// Removes an unfinished log and its lock file.
    func removeUnfinishedLog() throws(EventStoreError) {
        for file in [log, log + "-lock"] {
            guard unsafe unlink(file) == 0 || errno == ENOENT else {
                throw failure("contains an unfinished log.mdb, which cannot be removed")
            }
        }
    }

    /// Syncs the folder, which makes its entries durable: the process that created the files may have died before it
    /// did.
    func sync() throws(EventStoreError) {
        try sync(path)
    }

    /// Syncs the folder and its parent, so that all entries of the store are durable.
    func syncEntries() throws(EventStoreError) {
        try sync()
        // A process that cannot read the parent folder has not created this folder.
        if unsafe access(path + "/..", R_OK) == 0 { try syncParent() }
    }

    /// Syncs the parent folder, which makes the folder's own entry durable.
    func syncParent() throws(EventStoreError) {
        try sync(path + "/..")
    }

    private func sync(_ folder: String) throws(EventStoreError) {
        let descriptor = unsafe open(folder, O_RDONLY)
        guard descriptor >= 0 else { throw failure("cannot be synced") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("cannot be synced") }
    }

    /// The error for a failed system call on the folder, from `errno`.
    func failure(_ what: String) -> EventStoreError {
        .fullDisk(errno, for: path)
            ?? EventStoreError(
                .cannotCreate,
                unsafe "the folder \(quoted(path, upTo: .max)) \(what): \(String(cString: strerror(errno))); "
                    + "check the path and its permissions"
            )
    }
}
