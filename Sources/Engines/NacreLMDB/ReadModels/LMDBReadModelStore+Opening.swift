import LMDB
public import Logging
import Nacre

extension LMDBReadModelStore {
    /// What the file is called in the folder of a store.
    public static let fileName = "views.mdb"

    /// Opens or makes a file of read models.
    ///
    /// A file that is of no use (damaged as a whole, another program's, of an older format) is removed together with its
    /// lock file and made anew; of one in which single models are damaged, those alone are discarded. Of a file of at most
    /// 64 MiB every row is verified; of a larger one, rows are when they are read.
    ///
    /// - Parameters:
    ///   - path: The path of the file; its folder must exist.
    ///   - mapSize: Address space for the file, in bytes; it is enlarged when the file reaches it.
    ///   - writeLockTimeout: How long a write waits for the write lock that another process holds, or another thread;
    ///     then it fails with `locked`, which names that process.
    ///   - logger: Where it is said what was discarded and why, and which process is waited for: nowhere, unless one is
    ///     given.
    /// - Returns: The store, until ``close()``.
    /// - Throws: `EventStoreError` where the file cannot be opened for a reason that making it anew does not mend; with
    ///   code `newerFormat` where a newer program has made it.
    @available(*, noasync, message: "it waits for the disk: use it in a synchronous function")
    public static func open(
        at path: String, mapSize: Int = 64 << 30, writeLockTimeout: Duration = .seconds(30),
        logger: Logger = Logger(label: "nacre", factory: { _ in SwiftLogNoOpLogHandler() })
    ) throws -> LMDBReadModelStore {
        let uselessness = { (error: any Error) in
            ((error as? EventStoreError)?.cause as? ReadModelDamage)?.description
        }
        let notice = { (reason: String) in
            logger.say(.readModelsDiscarded, ["file": "\(path)", "reason": "\(reason)"])
        }
        let patience = WriteLockPatience(bound: writeLockTimeout) { holder in
            logger.say(.writeLockHeld, LogMessage.facts(of: holder, file: path))
        }
        return try DerivedFile.open(at: path, notice: notice, uselessness: uselessness) {
            try openUnlocked(at: path, mapSize: mapSize, patience) { store, damage in
                guard try store.discard(damage) else { return }
                logger.say(
                    .readModelDiscarded,
                    ["file": "\(path)", "model": "\(damage.modelName)", "reason": "\(damage.reason)"])
            }
        }
    }

    /// Opens or makes a file of read models, on a thread that may wait for the disk.
    ///
    /// A file that is of no use (damaged as a whole, another program's, of an older format) is removed together with its
    /// lock file and made anew; of one in which single models are damaged, those alone are discarded. Of a file of at most
    /// 64 MiB every row is verified; of a larger one, rows are when they are read.
    ///
    /// - Parameters:
    ///   - path: The path of the file; its folder must exist.
    ///   - mapSize: Address space for the file, in bytes; it is enlarged when the file reaches it.
    ///   - writeLockTimeout: How long a write waits for the write lock that another process holds, or another thread;
    ///     then it fails with `locked`, which names that process.
    ///   - logger: Where it is said what was discarded and why, and which process is waited for: nowhere, unless one is
    ///     given.
    /// - Returns: The store, until ``close()``.
    /// - Throws: `EventStoreError` where the file cannot be opened for a reason that making it anew does not mend; with
    ///   code `newerFormat` where a newer program has made it.
    public static func open(
        at path: String, mapSize: Int = 64 << 30, writeLockTimeout: Duration = .seconds(30),
        logger: Logger = Logger(label: "nacre", factory: { _ in SwiftLogNoOpLogHandler() })
    ) async throws -> LMDBReadModelStore {
        try await SerialBlockingExecutor(named: "read models").run {
            try open(at: path, mapSize: mapSize, writeLockTimeout: writeLockTimeout, logger: logger)
        }
    }

    /// Opens a file of read models, and leaves one that is of no use as it is.
    ///
    /// - Parameters:
    ///   - path: The path of the file; its folder must exist. A file that is not there is made.
    ///   - mapSize: Address space for the file, in bytes; it is enlarged when the file reaches it.
    /// - Returns: The store, until ``close()``.
    /// - Throws: `EventStoreError`, whose `isDamageOfReadModel` is true where the file or a model in it is of no use:
    ///   damaged, another program's, of an older format.
    @available(*, noasync, message: "it waits for the disk: use it in a synchronous function")
    public static func openAsItIs(at path: String, mapSize: Int = 64 << 30) throws -> LMDBReadModelStore {
        try DerivedFile.openAsItIs(at: path) {
            try openUnlocked(at: path, mapSize: mapSize, WriteLockPatience()) { _, damage in throw damage.error }
        }
    }

    /// Opens a file, or throws what is wrong with all of it.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - mapSize: Address space for the file, in bytes.
    ///   - patience: How long a write waits for the write lock.
    ///   - meet: Deals with damage of a single model.
    /// - Returns: The store.
    /// - Throws: What `meet` throws, and `EventStoreError`.
    private static func openUnlocked(
        at path: String, mapSize: Int, _ patience: WriteLockPatience,
        _ meet: (LMDBReadModelStore, ModelDamage) throws -> Void
    ) throws -> LMDBReadModelStore {
        // What a crash of the system costs, at most the last commits, is applied again.
        let options = Environment.Options(mapSize: mapSize, durability: .noMetaSync, patience: patience)
        let environment = try viewsAccess { () throws(LMDBError) in try Environment.open(at: path, options: options) }
        let store = LMDBReadModelStore(environment, path: path)
        do {
            // Before anything reads an entry: LMDB trusts its pages.
            try viewsAccess { () throws(LMDBError) in
                try environment.checkStructure(pageLimit: OpeningCheck.pagesOfDerivedFile)
            }
            try store.makeHeader()
            for damage in try store.check() { try meet(store, damage) }
            try store.discardGenerationsOfNobody()
            try store.removeGarbage()
        } catch {
            store.close()
            throw error
        }
        return store
    }

    /// Puts a header into an empty file.
    private func makeHeader() throws {
        // Looked at first without the write lock, for mostly it is there.
        guard try withAccess({ try $0.header() == nil }) else { return }
        try change { access in
            guard try access.header() == nil else { return ((), isChanged: false) }
            var cursor = try access.openCursor()
            guard try cursor.firstView() == nil else {
                throw EventStoreError.damagedReadModel("it is no file of read models")
            }
            try access.put(ViewsHeader())
            return ((), isChanged: true)
        }
    }
}
