import LMDB
public import Nacre

extension LMDBEventStore {
    /// Confirms a deliberate restore of the log, for example from a backup older than the derived data.
    ///
    /// `index.mdb` and read models in `views.mdb` that are ahead of the log are discarded, and rebuilt from the log
    /// when the store is next used; derived data that fits the log stays. A journal with events that the log does not
    /// have, or that is damaged, is renamed to `journal-lost`; of a damaged one, the groups before the damage are put
    /// into the log first. Otherwise no event is written to the log. No process may have the store open meanwhile. Read
    /// models in other stores are confirmed with `ProjectionRunner.confirmRestored()`.
    ///
    /// - Parameters:
    ///   - path: The folder with the restored log.
    ///   - options: How the store is opened; `createsStore` and `fallsBackToReadOnly` are ignored: a store that cannot
    ///     be written, or whose disk is full, is refused.
    /// - Returns: The events that the log lacks, and its head. Nothing changes if no events are missing.
    /// - Throws: `EventStoreError`: the errors of opening; `eventsLost` if the log is missing or empty.
    @discardableResult
    public static func confirmRestored(
        at path: String, options: Options = Options()
    ) async throws -> RestoreConfirmation {
        try await SerialBlockingExecutor(named: "restore").run { try confirm(at: path, options) }
    }

    /// The events that a store's derived files know and its log does not have, at any durability.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - options: How the store is opened.
    /// - Returns: A finding for each witness; empty if nothing is lost.
    /// - Throws: `EventStoreError`: the errors of opening.
    @available(*, noasync)
    package static func lostEvents(at path: String, options: Options) throws -> [LostEvents] {
        try withLog(at: path, options) { folder, log, header, options, lostInJournal in
            let lost = try LostEventDetection.lostEvents(of: folder, log, header, mapSize: options.derivedMapSize)
            return (lostInJournal.map { [$0] } ?? []) + lost
        }
    }

    private static func confirm(at path: String, _ options: Options) throws -> RestoreConfirmation {
        var options = options
        // A restore is confirmed durably.
        options.durability = .full
        return try withLog(at: path, options) { folder, log, header, options, lostInJournal in
            if lostInJournal != nil { try giveUpJournal(of: log, in: folder) }
            let lost = try LostEventDetection.lostEvents(of: folder, log, header, mapSize: options.derivedMapSize)
            for witness in Set(lost.map(\.witness)) {
                switch witness {
                case .index: try DerivedFile.discard(at: folder.index)
                case .readModel(let name): try discard(name, in: folder, log, header, options)
                case .journal: try folder.setJournalAside()
                }
            }
            return RestoreConfirmation(
                head: try log.withSnapshot { (log) in try log.readableEnd().position },
                discarded: (lostInJournal.map { [$0] } ?? []) + lost)
        }
    }

    /// Runs a body on the log of an existing store, and with the events that its journal has lost.
    static func withLog<Result>(
        at path: String, _ options: Options,
        _ body: (StoreFolder, Environment, StoreHeader, Options, LostEvents?) throws -> Result
    ) throws -> Result {
        var options = options
        options.createsStore = false
        // Derived files must not be discarded without the log's lock, which the fallback to read-only gives up.
        options.fallsBackToReadOnly = false
        let folder = StoreFolder(path)
        try folder.prepare(isCreating: false)
        let observer = StoreObserver(options, store: path)
        let presence = try StorePresence.register(
            in: folder, waiting: observer.waitPolicy(options, file: folder.journal))
        defer { presence.close() }
        let recovered = try openLog(folder, isWritable: true, options, observer) { log in
            try recoverJournal(of: log, in: folder, isWritable: true, acceptsLoss: true, options, observer)
        }
        let log = recovered.environment
        defer { log.close() }
        return try body(folder, log, try readOrMakeHeader(of: log, in: folder, options), options, recovered.lost)
    }

    /// Discards the part of a read model that is beyond the log: its live tables or its shadow.
    private static func discard(
        _ model: String, in folder: StoreFolder, _ log: Environment, _ header: StoreHeader, _ options: Options
    ) throws {
        let models = try LMDBReadModelStore.openUnrepaired(at: folder.views, mapSize: options.derivedMapSize)
        defer { models.close() }
        try models.write(model) { writer in
            func fits(_ state: ReadModelState?) throws -> Bool {
                guard let checkpoint = state?.checkpoint else { return true }
                return try LostEventDetection.isKnown(checkpoint, to: log, header)
            }
            if try !fits(writer.shadow().state()) { try writer.writableShadow().removeAll() }
            if try !fits(writer.state()) { try writer.removeAll() }
        }
    }
}
