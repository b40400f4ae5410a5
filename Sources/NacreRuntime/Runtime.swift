public import DomainKit
public import Logging
public import Nacre

/// Runs features on a store: projections, process managers, queries of the past, backups.
///
/// ```swift
/// let runtime = try await Runtime.open(.lmdb(at: "shop.nacre")) {
///     Spending()
///     ProcessDeclaration { Packing(parcels: Aggregates(in: $0.store, time: $0.time)) }
/// }
/// let ada = try await runtime.models[Spending.self].read { try $0.customers.row(at: "ada") }
/// await runtime.close()
/// ```
///
/// The runtime knows no feature and no engine by name; both are passed in. A read first brings the read model that it
/// reads up to date, and no other, so a caller reads its own writes. Process managers run in ``react(progress:)`` and
/// ``runProcesses()``.
///
/// Threading: all members may be called from any task at any time. Several processes may open one folder.
public final class Runtime: Sendable {
    /// How features run.
    public struct Options: Sendable {
        /// How often a process manager retries after a conflict: the state on which it decided has changed meanwhile.
        public var conflictRetry: ConflictRetry

        /// Logs background activity, such as rebuilding a read model or halting a projection.
        ///
        /// The default discards all messages.
        public var logger: Logger

        /// Creates options.
        public init(
            conflictRetry: ConflictRetry = ConflictRetry(),
            logger: Logger = Logger(label: "nacre", factory: { _ in SwiftLogNoOpLogHandler() })
        ) {
            self.conflictRetry = conflictRetry
            self.logger = logger
        }
    }

    /// The log and what belongs to it; closed by ``close()``.
    public let storage: Storage

    /// The live read models.
    public let models: ReadModels

    let projectors: [Projector]
    let processRunners: [ProcessRunner]
    let deciders: [DeciderDeclaration]
    let logger: Logger

    /// The event store.
    public var store: any EventStore { storage.store }

    /// The inspection of the log by tools.
    public var inspection: any StoreInspection { storage.inspection }

    /// Says how the nodes of a store on several machines are doing; `nil` for a store of one machine.
    public var replication: (any StoreReplication)? { storage.replication }

    /// Runs features on an open storage.
    ///
    /// - Parameters:
    ///   - storage: The log and what belongs to it.
    ///   - options: How the features run.
    ///   - features: The projections, process managers and deciders.
    /// - Throws: `EventStoreError` with code `invalidArgument` if two projections, or two process managers, have the
    ///   same name, two deciders the same category, or a projection's declaration is invalid: two tables or two
    ///   indexes with the same number, or a query outside its limits.
    public init(
        on storage: Storage, options: Options = Options(), @FeaturesBuilder features: () -> Features
    ) throws(EventStoreError) {
        let features = features()
        let processes = features.processes(over: storage)
        try EventStoreError.requireUnique(features.projections.map(\.name), kind: "projection")
        try EventStoreError.requireUnique(processes.map(\.name), kind: "process")
        try EventStoreError.requireUniqueCategories(of: features.deciders)
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
        deciders = features.deciders
        self.logger = logger
    }

    /// The same features with another storage of the same log, whose live read models stay those of the first one.
    init(_ runtime: Runtime, with storage: Storage) {
        self.storage = storage
        models = runtime.models
        projectors = runtime.projectors
        processRunners = runtime.processRunners
        deciders = runtime.deciders
        logger = runtime.logger
    }

    /// Opens a store and runs features on it.
    ///
    /// - Parameters:
    ///   - engine: The storage engine, such as `.lmdb(at: "shop.nacre")` or `.inMemory`.
    ///   - purpose: What the store is opened for; the default, writing, creates a missing store.
    ///   - options: How the features run.
    ///   - features: The projections, process managers and deciders.
    /// - Returns: The runtime; end it with ``close()``.
    /// - Throws: `EventStoreError`: the errors of opening the engine; `invalidArgument` if two projections, or two
    ///   process managers, have the same name, two deciders the same category, or a projection's declaration is
    ///   invalid.
    public static func open(
        _ engine: some StorageEngine, for purpose: StoragePurpose = .writing, options: Options = Options(),
        @FeaturesBuilder features: () -> Features
    ) async throws -> Runtime {
        let features = features()
        let storage = try await engine.open(for: purpose)
        do {
            // If the declarations are invalid, the store is closed again, so that it can be reopened.
            return try Runtime(on: storage, options: options) { features }
        } catch {
            await storage.close()
            throw error
        }
    }

    /// Completes pending writes, then closes the log and the read models.
    ///
    /// Safe to call twice.
    public func close() async {
        await storage.close()
    }
}

extension Logger {
    /// Logs that a reserved stream contains events that its owner did not write.
    func warn(ofForeign records: ForeignRecords) {
        warning("\(records)", metadata: ["stream": "\(records.stream)"])
    }
}
