import Nacre

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The folder of a store, and the paths of the files in it.
struct StoreFolder: Sendable {
    let path: String

    /// Where `index.mdb` is: another folder where this one cannot be written.
    var derived: String

    var log: String { path + "/log.mdb" }
    var index: String { derived + "/" + Self.indexName }
    var views: String { path + "/" + LMDBReadModelStore.fileName }

    /// What the index is called in the folder of a store.
    static let indexName = "index.mdb"

    init(_ path: String) {
        self.path = path
        derived = path
    }

    /// Finds the folder, or makes it.
    ///
    /// - Parameters:
    ///   - isCreating: Whether to make it where it is missing.
    ///   - isToBeWritten: Whether a store that cannot be written is refused.
    /// - Returns: Whether it can be written.
    /// - Throws: `noSuchStore` where it is missing and not to be made; `cannotCreate` where it is a file, holds no store but
    ///   other files, or cannot be made or written.
    @discardableResult
    func prepare(isCreating: Bool, isToBeWritten: Bool = true) throws(EventStoreError) -> Bool {
        var status = stat()
        if stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFDIR else {
                throw EventStoreError(
                    .cannotCreate, "\(quoted(path, upTo: .max)) is a file: a store is a folder, name another path")
            }
        } else {
            guard errno == ENOENT else { throw failure("cannot be looked at") }
            guard isCreating else {
                throw EventStoreError(.noSuchStore, "there is no store at \(quoted(path, upTo: .max))")
            }
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failure("cannot be made") }
            try syncParent()
        }
        let isWritable = access(path, W_OK | X_OK) == 0
        guard isWritable || !isToBeWritten && access(path, X_OK) == 0 else { throw failure("cannot be written") }
        // Before the log is looked at, which another process may be making: nothing is derived from one that is not there.
        let derived = derivedNames
        let hasLog = stat(log, &status) == 0
        guard hasLog || errno == ENOENT else { throw failure("cannot be looked at") }
        // What is empty, as a process leaves it that died while it made a store, is no store either.
        if Self.size(of: log) ?? 0 == 0 {
            if !derived.isEmpty { throw lostLog(derived) }
            guard isCreating else { throw noSuchStore }
            if !hasLog { try requireNoOtherFiles() }
        }
        return isWritable && (isToBeWritten || isLogWritable)
    }

    /// Whether the log and its lock file can be written.
    var isLogWritable: Bool {
        func isWritable(_ file: String) -> Bool { access(file, W_OK) == 0 || errno == ENOENT }
        return access(log, W_OK) == 0 && isWritable(log + "-lock")
    }

    /// Whether readers of the log can take their place in its lock file.
    var hasWritableLock: Bool { access(log, W_OK) == 0 && access(log + "-lock", W_OK) == 0 }

    /// The error of a folder in which there is no store, and none is to be made.
    var noSuchStore: EventStoreError {
        EventStoreError(
            .noSuchStore,
            "there is no store at \(quoted(path, upTo: .max)): the folder holds no log.mdb, or an empty one")
    }

    /// The names of the derived files that are there: nothing is derived before the log and its header are on the disk.
    var derivedNames: [String] {
        [Self.indexName, LMDBReadModelStore.fileName].filter { holds(path + "/" + $0) }
    }

    /// The error of a folder in which there is no log, beside files that are derived from one.
    ///
    /// - Parameter derived: The names of these files.
    /// - Returns: The error, which says what to do.
    func lostLog(_ derived: [String]) -> EventStoreError {
        EventStoreError(
            .eventsLost,
            """
            the log of the store at \(quoted(path, upTo: .max)) is lost: log.mdb is missing or empty, beside \
            \(derived.joined(separator: " and ")), which \(derived.count == 1 ? "is" : "are") derived from it. Put a copy \
            of the log in its place; to begin an empty log instead, remove \(derived.joined(separator: " and ")) too
            """)
    }

    /// The size of a file, in bytes; `nil` where it cannot be looked at.
    static func size(of file: String) -> Int? {
        var status = stat()
        return stat(file, &status) == 0 ? Int(status.st_size) : nil
    }

    /// The error of an append to a store that is open to be read alone.
    var cannotBeWritten: EventStoreError {
        EventStoreError(
            .appendsStopped,
            "the store at \(quoted(path, upTo: .max)) cannot be written by this user and is open to be read alone: "
                + "open it as a user who may write its folder and files", outcome: .notWritten)
    }

    /// The error of an append to a store that is open to be read alone, as its disk is full.
    var hasNoRoom: EventStoreError {
        EventStoreError(
            .appendsStopped,
            "the disk of the store at \(quoted(path, upTo: .max)) is full, and the store is open to be read alone: make room "
                + "and open it again", outcome: .notWritten)
    }

    /// Has the index made in a temporary folder.
    ///
    /// - Returns: The folder, to be removed when the index is open.
    /// - Throws: `cannotCreate` where it cannot be made.
    mutating func derive() throws(EventStoreError) -> ScratchFolder {
        let scratch = try ScratchFolder()
        derived = scratch.path
        return scratch
    }

    /// The error of an append to a store that is open to be read alone, as it has lost events.
    func lacksEvents(_ lost: [LostEvents]) -> EventStoreError { .eventsLost(lost, at: path).notWritten }

    /// Whether a file of the folder is there.
    func holds(_ file: String) -> Bool {
        access(file, F_OK) == 0
    }

    /// Removes a log that was never finished, with its lock file.
    func removeUnfinishedLog() throws(EventStoreError) {
        for file in [log, log + "-lock"] {
            guard unlink(file) == 0 || errno == ENOENT else {
                throw failure("holds a log.mdb that was never finished, which cannot be removed")
            }
        }
    }

    /// Makes the files' entries in the folder durable: whoever made the files may have died before it did.
    func sync() throws(EventStoreError) {
        try sync(path)
    }

    /// Makes the files' entries and the folder's own durable, as whoever opens the store has to.
    func syncEntries() throws(EventStoreError) {
        try sync()
        // Whoever may not read the folder around it has not made this one.
        if access(path + "/..", R_OK) == 0 { try syncParent() }
    }

    /// Makes the folder's own entry durable.
    func syncParent() throws(EventStoreError) {
        try sync(path + "/..")
    }

    private func sync(_ folder: String) throws(EventStoreError) {
        let descriptor = open(folder, O_RDONLY)
        guard descriptor >= 0 else { throw failure("cannot be synced") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("cannot be synced") }
    }

    /// The error of a folder that the system refuses, by the number that it has just given.
    func failure(_ what: String) -> EventStoreError {
        .fullDisk(errno, for: path)
            ?? EventStoreError(
                .cannotCreate,
                "the folder \(quoted(path, upTo: .max)) \(what): \(String(cString: strerror(errno))); check the path and its permissions"
            )
    }
}
