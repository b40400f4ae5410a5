public import Nacre

/// Keeps everything in the files of a folder: the log, its index, and the read models in `views.mdb`.
///
/// ```swift
/// let runtime = try await Runtime.open(.lmdb(at: "shop.nacre")) { Spending() }
/// ```
public struct LMDBEngine: StorageEngine {
    /// The folder.
    public let path: String

    /// How the store is opened, as far as the purpose does not say otherwise.
    public let options: LMDBEventStore.Options

    /// Makes an engine; nothing is opened by that.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - options: How the store is opened. A store is made where there is none only where the purpose is to write and these
    ///     allow it; one that cannot be written is read where either says so.
    public init(at path: String, options: LMDBEventStore.Options = .init()) {
        self.path = path
        self.options = options
    }

    /// Opens the store in the folder.
    ///
    /// Read models are brought up to date when they are first read, not by opening.
    ///
    /// - Parameter purpose: What it is opened for.
    /// - Returns: The log with everything that belongs to it.
    /// - Throws: `EventStoreError`: `noSuchStore`, `cannotCreate`, `notAStore`, `newerFormat`, `damaged`, `eventsLost`,
    ///   `diskFull`, `inputOutput`.
    public func open(for purpose: StoragePurpose) async throws -> Storage {
        var options = options
        options.createsStore = options.createsStore && purpose.createsStore
        options.readsWhatCannotBeWritten = options.readsWhatCannotBeWritten || purpose.readsWhatCannotBeWritten
        let store = try await LMDBEventStore.open(at: path, options: options)
        do {
            let isEmpty = try await store.head() == 0
            let opening = ReadModelOpening(path: path, options: options, mends: purpose.mendsReadModels)
            let models = try await SerialBlockingExecutor(named: "read models").run {
                try opening.models(besides: store, isEmpty: isEmpty)
            }
            return Storage(
                store: store, models: models, inspection: store, backup: store, time: options.timeSource,
                observer: ProjectionMetrics(options.metrics, store: path)
            ) { [mapSize = options.derivedMapSize] in
                try LMDBReadModelStore.scratch(mapSize: mapSize)
            }
        } catch {
            await store.close()
            throw error
        }
    }

    /// Confirms that the log was restored on purpose: what index and read models know beyond it is discarded.
    ///
    /// No process should have the store open.
    ///
    /// - Returns: What the log lacked, and where it ends.
    /// - Throws: `EventStoreError`, as `LMDBEventStore.confirmRestored(at:options:)`.
    @discardableResult
    public func confirmRestored() async throws -> RestoreConfirmation {
        try await LMDBEventStore.confirmRestored(at: path, options: options)
    }
}

extension StorageEngine where Self == LMDBEngine {
    /// Keeps everything in the files of a folder.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - options: How the store is opened.
    /// - Returns: The engine.
    public static func lmdb(at path: String, options: LMDBEventStore.Options = .init()) -> LMDBEngine {
        LMDBEngine(at: path, options: options)
    }
}
