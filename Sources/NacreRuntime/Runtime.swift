public import DomainKit
public import Logging
public import Nacre

/// Runs any features on a store: keeps their read models up to date, reacts to events, looks at the past, copies the log.
///
/// ```swift
/// let runtime = try await Runtime.open(.lmdb(at: "shop.nacre")) {
///     Spending()
///     Welcome()
/// }
/// let spent = try await runtime.models[Spending.self].read { try $0.customers.row(at: "ada") }
/// await runtime.close()
/// ```
///
/// It knows no feature and no engine by name, and is handed both. A read model is brought up to date when it is read, that
/// model alone; process managers react where ``react(progress:)`` or ``runProcesses()`` is called. A caller that changes something
/// and then reads sees the change.
///
/// Threading: all members may be called from any task at any time, and several processes may have one folder open.
public final class Runtime: Sendable {
    /// How features are run.
    public struct Options: Sendable {
        /// How often a process manager is asked again where what it decided on has changed meanwhile.
        public var conflictRetry: ConflictRetry

        /// Where it is said what happens on the runtime's own account, a read model that is rebuilt or a projection that
        /// halts: nowhere, unless one is given.
        public var logger: Logger

        /// Makes options.
        public init(
            conflictRetry: ConflictRetry = ConflictRetry(),
            logger: Logger = Logger(label: "nacre", factory: { _ in SwiftLogNoOpLogHandler() })
        ) {
            self.conflictRetry = conflictRetry
            self.logger = logger
        }
    }

    /// The log, and what belongs to it; ``close()`` closes it.
    public let storage: Storage

    /// The read models of today.
    public let models: ReadModels

    let projectors: [Projector]
    let processRunners: [ProcessRunner]
    let logger: Logger

    /// The log.
    public var store: any EventStore { storage.store }

    /// What tools ask of the log.
    public var inspection: any StoreInspection { storage.inspection }

    /// Runs features on a storage that is open.
    ///
    /// - Parameters:
    ///   - storage: The log with what belongs to it.
    ///   - options: How they are run.
    ///   - features: The projections and process managers.
    /// - Throws: `EventStoreError` with code `invalidArgument` where two projections, or two process managers, have one
    ///   name, or a projection declares what cannot be: two tables or indexes of one number, a query outside its limits.
    public init(
        on storage: Storage, options: Options = Options(), @FeaturesBuilder features: () -> Features
    ) throws(EventStoreError) {
        let features = features()
        let processes = features.processes(over: storage)
        try EventStoreError.requireUnique(features.projections.map(\.name), kind: "projection")
        try EventStoreError.requireUnique(processes.map(\.name), kind: "process")
        for projection in features.projections { try projection.validate() }
        let logger = options.logger
        let projectors = features.projections.map { Projector($0, on: storage, logger: logger) }
        processRunners = processes.map { process in
            ProcessRunner(
                manager: process, store: storage.store, retrying: options.conflictRetry, time: storage.time,
                notice: logger.warn(ofForeign:))
        }
        models = ReadModels(
            in: storage.models, projectors.map { .init(projection: $0.projection, updater: $0.runner) })
        self.storage = storage
        self.projectors = projectors
        self.logger = logger
    }

    /// Opens a store, and runs features on it.
    ///
    /// - Parameters:
    ///   - engine: What keeps the store, such as `.lmdb(at: "shop.nacre")`, `.inMemory`.
    ///   - purpose: What it is opened for: by default to write, which makes a store where there is none.
    ///   - options: How the features are run.
    ///   - features: The projections and process managers.
    /// - Returns: The runtime, until ``close()``.
    /// - Throws: `EventStoreError`: what opening the engine throws; `invalidArgument` where two projections, or two process
    ///   managers, have one name, or a projection declares what cannot be.
    public static func open(
        _ engine: some StorageEngine, for purpose: StoragePurpose = .writing, options: Options = Options(),
        @FeaturesBuilder features: () -> Features
    ) async throws -> Runtime {
        let features = features()
        let storage = try await engine.open(for: purpose)
        do {
            return try Runtime(on: storage, options: options) { features }
        } catch {
            await storage.close()
            throw error
        }
    }

    /// Finishes what is being written, and closes log and read models; safe to call twice.
    public func close() async {
        await storage.close()
    }
}

extension Logger {
    /// Says that events in a stream of the store's own are not its owner's.
    func warn(ofForeign records: ForeignRecords) {
        warning("\(records)", metadata: ["stream": "\(records.stream)"])
    }
}
