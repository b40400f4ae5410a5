import LMDB
public import Nacre

extension LMDBEventStore {
    /// Confirms that the log of a store was restored on purpose, as from a backup that is older than what was derived
    /// from the log since.
    ///
    /// What `index.mdb` and the read models in `views.mdb` know beyond the log is discarded, and rebuilt from the log when
    /// the store is next opened; what fits the log stays. Nothing is written to the log. No process should have the store
    /// open meanwhile. Read models that are kept elsewhere are confirmed with `ProjectionRunner.confirmRestored()`.
    ///
    /// - Parameters:
    ///   - path: The folder, with the log that was restored.
    ///   - options: How it is opened; whether a store is created, and read where it cannot be written, is passed over.
    /// - Returns: What the log lacked, and where it ends; nothing is changed where it lacks nothing.
    /// - Throws: `EventStoreError`: what opening throws; `eventsLost` where the log is missing or empty.
    @discardableResult
    public static func confirmRestored(
        at path: String, options: Options = Options()
    ) async throws -> RestoreConfirmation {
        try await SerialBlockingExecutor(named: "restore").run { try confirm(at: path, options) }
    }

    /// The events that the derived files of a store know and its log does not have, whatever its durability.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - options: How it is opened.
    /// - Returns: What each witness knows; empty where nothing is lost.
    /// - Throws: `EventStoreError`: what opening throws.
    @available(*, noasync)
    package static func lostEvents(at path: String, options: Options) throws -> [LostEvents] {
        try withLog(at: path, options) { folder, log, header, options in
            try Witnesses.lostEvents(of: folder, log, header, mapSize: options.derivedMapSize)
        }
    }

    private static func confirm(at path: String, _ options: Options) throws -> RestoreConfirmation {
        try withLog(at: path, options) { folder, log, header, options in
            let lost = try Witnesses.lostEvents(of: folder, log, header, mapSize: options.derivedMapSize)
            for witness in Set(lost.map(\.witness)) {
                switch witness {
                case .index: try DerivedFile.discard(at: folder.index)
                case .readModel(let name): try discard(name, in: folder, log, header, options)
                }
            }
            return RestoreConfirmation(
                head: try log.withSnapshot { (log) in try log.readableEnd().position }, discarded: lost)
        }
    }

    /// Runs a body with the log of a store that is there.
    private static func withLog<Result>(
        at path: String, _ options: Options, _ body: (StoreFolder, Environment, StoreHeader, Options) throws -> Result
    ) throws -> Result {
        var options = options
        options.createsStore = false
        let folder = StoreFolder(path)
        try folder.prepare(isCreating: false)
        let log = try openLog(folder, isWritable: true, options, StoreObserver(options, store: path))
        defer { log.close() }
        return try body(folder, log, try readOrMakeHeader(of: log, in: folder, options), options)
    }

    /// Discards what a read model knows beyond the log: its tables, or what is built beside them.
    private static func discard(
        _ model: String, in folder: StoreFolder, _ log: Environment, _ header: StoreHeader, _ options: Options
    ) throws {
        let models = try LMDBReadModelStore.openAsItIs(at: folder.views, mapSize: options.derivedMapSize)
        defer { models.close() }
        try models.write(model) { writer in
            func fits(_ state: ReadModelState?) throws -> Bool {
                guard let checkpoint = state?.checkpoint else { return true }
                return try Witnesses.isKnown(checkpoint, to: log, header)
            }
            if try !fits(writer.shadow().state()) { try writer.writableShadow().removeAll() }
            if try !fits(writer.state()) { try writer.removeAll() }
        }
    }
}
