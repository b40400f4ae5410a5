public import Nacre

/// The embedded engine: a folder with the log, its index, and the read models in `views.mdb`.
///
/// ```swift
/// let runtime = try await Runtime.open(.lmdb(at: "shop.nacre")) { Spending() }
/// ```
public struct LMDBEngine: StorageEngine {
    /// The folder of the store.
    public let path: String

    /// The options; the purpose of opening may override some of them.
    public let options: LMDBEventStore.Options

    /// Creates an engine without opening anything.
    ///
    /// - Parameters:
    ///   - path: The folder of the store.
    ///   - options: How the store is opened. A missing store is created only if both the purpose and the options allow
    ///     it; a store that cannot be written is opened read-only if either allows it.
    public init(at path: String, options: LMDBEventStore.Options = .init()) {
        self.path = path
        self.options = options
    }

    /// Opens the store in the folder.
    ///
    /// Opening does not bring read models up to date; their first read does. For `StoragePurpose.reading`, their
    /// first use also opens their file, and throws what opening it throws.
    ///
    /// - Parameter purpose: What it is opened for.
    /// - Returns: The log and everything that belongs to it.
    /// - Throws: `EventStoreError`: `noSuchStore`, `cannotCreate`, `notAStore`, `newerFormat`, `damaged`, `eventsLost`,
    ///   `diskFull`, `inputOutput`.
    public func open(for purpose: StoragePurpose) async throws -> Storage {
        var options = options
        options.createsStore = options.createsStore && purpose.createsStore
        options.fallsBackToReadOnly = options.fallsBackToReadOnly || purpose.fallsBackToReadOnly
        options.readsAroundDamage = purpose == .checking
        let store = try await LMDBEventStore.open(at: path, options: options)
        return try await Self.storage(of: store, as: store, backup: store, options, for: purpose)
    }

    /// Opens what belongs to a store, in its folder.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - face: The store that programs use: this one, or one that wraps it; it is closed if this fails.
    ///   - backup: Backs up the log.
    ///   - replication: Says how the nodes of a store on several machines are doing.
    ///   - options: How the store was opened.
    ///   - purpose: What it was opened for.
    /// - Returns: The log and everything that belongs to it.
    /// - Throws: Errors of opening the read models.
    package static func storage(
        of store: LMDBEventStore, as face: any EventStore, backup: any StoreBackup,
        replication: (any StoreReplication)? = nil, _ options: LMDBEventStore.Options, for purpose: StoragePurpose
    ) async throws -> Storage {
        let path = store.path
        do {
            let isEmpty = try await Self.isEmpty(store, for: purpose)
            let opening = ReadModelOpening(path: path, options: options, repairs: purpose.repairsReadModels)
            let models: any ReadModelStore
            if purpose == .reading {
                models = DeferredReadModels { try opening.models(besides: store, isEmpty: isEmpty) }
            } else {
                // Opening checks pages and rows, which blocks: not on the cooperative pool.
                models = try await SerialBlockingExecutor(named: "read models").run {
                    try opening.models(besides: store, isEmpty: isEmpty)
                }
            }
            return Storage(
                store: face, models: models, inspection: store, backup: backup, replication: replication,
                kept: KeptStateFolder(store: path, mapSize: options.derivedMapSize), time: options.timeSource,
                observer: ProjectionMetrics(options.metrics, store: path)
            ) { [mapSize = options.derivedMapSize] in
                try LMDBReadModelStore.scratch(mapSize: mapSize)
            }.keepingStates { [mapSize = options.derivedMapSize] in try TemporaryKeptStates(mapSize: mapSize) }
        } catch {
            await face.close()
            throw error
        }
    }

    /// Whether the log has no events; a log with a damaged end has some, and is opened for reading all the same.
    private static func isEmpty(_ store: LMDBEventStore, for purpose: StoragePurpose) async throws -> Bool {
        do {
            return try await store.head() == 0
        } catch let error as EventStoreError where error.code == .damaged && purpose.fallsBackToReadOnly {
            return false
        }
    }

    /// Confirms a deliberate restore of the log, and discards derived data that is ahead of it.
    ///
    /// No process may have the store open meanwhile.
    ///
    /// - Returns: The events that the log lacks, and its head.
    /// - Throws: `EventStoreError`, as `LMDBEventStore.confirmRestored(at:options:)`.
    @discardableResult
    public func confirmRestored() async throws -> RestoreConfirmation {
        try await LMDBEventStore.confirmRestored(at: path, options: options)
    }
}

extension StorageEngine where Self == LMDBEngine {
    /// The embedded engine on the files of a folder.
    ///
    /// - Parameters:
    ///   - path: The folder of the store.
    ///   - options: How the store is opened.
    /// - Returns: The engine.
    public static func lmdb(at path: String, options: LMDBEventStore.Options = .init()) -> LMDBEngine {
        LMDBEngine(at: path, options: options)
    }
}
