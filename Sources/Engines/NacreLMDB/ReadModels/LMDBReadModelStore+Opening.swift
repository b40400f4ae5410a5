import LMDB
public import Logging
import Nacre

extension LMDBReadModelStore {
    /// The file's name in the folder of a store.
    public static let fileName = "views.mdb"

    /// Opens or creates a file of read models.
    ///
    /// An unusable file (damaged as a whole, another program's, or of an older format) is removed together with its
    /// lock file and created again. If single models are damaged, only those are discarded. In a file of at most 64
    /// MiB, every row is verified on opening; in a larger one, rows are verified when they are read.
    ///
    /// - Parameters:
    ///   - path: The path of the file; its folder must exist.
    ///   - mapSize: The initial map size in bytes; the map grows when the file reaches it.
    ///   - writeLockTimeout: How long a write waits for the write lock of another process or thread; then it fails with
    ///     `locked`, which names that process.
    ///   - logger: Logs what was discarded and why, and which process is waited for; the default discards all messages.
    /// - Returns: The store; end it with ``close()``.
    /// - Throws: `EventStoreError` if the file cannot be opened for a reason that replacing it would not fix; code
    ///   `newerFormat` if a newer program has created it.
    @available(*, noasync, message: "it waits for the disk: use it in a synchronous function")
    public static func open(
        at path: String, mapSize: Int = 64 << 30, writeLockTimeout: Duration = .seconds(30),
        logger: Logger = Logger(label: "nacre", factory: { _ in SwiftLogNoOpLogHandler() })
    ) throws -> LMDBReadModelStore {
        let unusableReason = { (error: any Error) in
            ((error as? EventStoreError)?.cause as? ReadModelDamage)?.description
        }
        let notice = { (reason: String) in
            logger.emit(.readModelsDiscarded, ["file": "\(path)", "reason": "\(reason)"])
        }
        let waitPolicy = WriteLockWaitPolicy(limit: writeLockTimeout) { holder in
            logger.emit(.writeLockHeld, LogMessage.metadata(of: holder, file: path))
        }
        return try DerivedFile.open(at: path, notice: notice, unusableReason: unusableReason) {
            try openFile(at: path, mapSize: mapSize, waitPolicy) { store, damage in
                guard try store.discard(damage) else { return }
                logger.emit(
                    .readModelDiscarded,
                    ["file": "\(path)", "model": "\(damage.modelName)", "reason": "\(damage.reason)"])
            }
        }
    }

    /// Opens or creates a file of read models, on a thread that may block.
    ///
    /// An unusable file (damaged as a whole, another program's, or of an older format) is removed together with its
    /// lock file and created again. If single models are damaged, only those are discarded. In a file of at most 64
    /// MiB, every row is verified on opening; in a larger one, rows are verified when they are read.
    ///
    /// - Parameters:
    ///   - path: The path of the file; its folder must exist.
    ///   - mapSize: The initial map size in bytes; the map grows when the file reaches it.
    ///   - writeLockTimeout: How long a write waits for the write lock of another process or thread; then it fails with
    ///     `locked`, which names that process.
    ///   - logger: Logs what was discarded and why, and which process is waited for; the default discards all messages.
    /// - Returns: The store; end it with ``close()``.
    /// - Throws: `EventStoreError` if the file cannot be opened for a reason that replacing it would not fix; code
    ///   `newerFormat` if a newer program has created it.
    public static func open(
        at path: String, mapSize: Int = 64 << 30, writeLockTimeout: Duration = .seconds(30),
        logger: Logger = Logger(label: "nacre", factory: { _ in SwiftLogNoOpLogHandler() })
    ) async throws -> LMDBReadModelStore {
        try await SerialBlockingExecutor(named: "read models").run {
            try open(at: path, mapSize: mapSize, writeLockTimeout: writeLockTimeout, logger: logger)
        }
    }

    /// Opens a file of read models; an unusable one is left unchanged.
    ///
    /// - Parameters:
    ///   - path: The path of the file; its folder must exist. A missing file is created.
    ///   - mapSize: The initial map size in bytes; the map grows when the file reaches it.
    /// - Returns: The store; end it with ``close()``.
    /// - Throws: `EventStoreError`, with `isReadModelDamage` true if the file or a model in it is unusable: damaged,
    ///   another program's, or of an older format.
    @available(*, noasync, message: "it waits for the disk: use it in a synchronous function")
    public static func openUnrepaired(at path: String, mapSize: Int = 64 << 30) throws -> LMDBReadModelStore {
        try DerivedFile.openUnrepaired(at: path) {
            try openFile(at: path, mapSize: mapSize, WriteLockWaitPolicy()) { _, damage in throw damage.error }
        }
    }

    /// Opens a file that need not survive a crash; one that is damaged is left unchanged.
    ///
    /// - Parameters:
    ///   - path: The path of the file; its folder must exist. A missing file is created.
    ///   - mapSize: The initial map size in bytes; the map grows when the file reaches it.
    /// - Returns: The store.
    /// - Throws: `EventStoreError`, as ``openUnrepaired(at:mapSize:)``.
    static func openUnsynced(at path: String, mapSize: Int) throws -> LMDBReadModelStore {
        try DerivedFile.openUnrepaired(at: path) {
            try openFile(at: path, mapSize: mapSize, WriteLockWaitPolicy(), durability: .noSync) { _, damage in
                throw damage.error
            }
        }
    }

    /// Opens a file, or throws damage that concerns all of it.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - mapSize: The initial map size in bytes.
    ///   - waitPolicy: How long a write waits for the write lock.
    ///   - durability: What a crash of the system may lose; by default the last commits, whose events are applied again.
    ///   - handle: Called with the damage of a single model.
    /// - Returns: The store.
    /// - Throws: Errors of `handle`, and `EventStoreError`.
    private static func openFile(
        at path: String, mapSize: Int, _ waitPolicy: WriteLockWaitPolicy,
        durability: Environment.Durability = .noMetaSync,
        _ handle: (LMDBReadModelStore, ModelDamage) throws -> Void
    ) throws -> LMDBReadModelStore {
        let options = Environment.Options(mapSize: mapSize, durability: durability, waitPolicy: waitPolicy)
        let environment = try viewsAccess { () throws(LMDBError) in try Environment.open(at: path, options: options) }
        let store = LMDBReadModelStore(environment, path: path)
        do {
            // Before the first entry is read: LMDB does not verify its pages.
            try viewsAccess { () throws(LMDBError) in
                try unsafe environment.checkStructure(pageLimit: OpeningCheck.pagesOfDerivedFile)
            }
            try store.makeHeader()
            for damage in try store.check() { try handle(store, damage) }
            try store.discardOrphanedGenerations()
            try store.removeGarbage()
        } catch {
            store.close()
            throw error
        }
        return store
    }

    /// Writes a header into an empty file.
    private func makeHeader() throws {
        // First without the write lock, because the header usually exists.
        guard try withAccess({ try $0.header() == nil }) else { return }
        try change { access in
            guard try access.header() == nil else { return ((), isChanged: false) }
            var cursor = try access.openCursor()
            guard try cursor.firstView() == nil else {
                throw EventStoreError.damagedReadModel("it is not a file of read models")
            }
            try access.put(ViewsHeader())
            return ((), isChanged: true)
        }
    }
}
