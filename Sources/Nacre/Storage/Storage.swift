public import DomainKit

/// A log and everything that belongs to it, opened by a ``StorageEngine``.
///
/// Threading: may be shared between tasks.
public struct Storage: Sendable {
    /// The event store.
    public let store: any EventStore

    /// Inspects the log, for tools.
    public let inspection: any StoreInspection

    /// Backs up the log; `nil` if it has no files.
    public let backup: (any StoreBackup)?

    /// Says how the nodes of a store on several machines are doing; `nil` for a store of one machine.
    public let replication: (any StoreReplication)?

    /// Keeps states of read models for questions about the past; `nil` if there are no files to keep them in.
    public let kept: (any KeptStateStore)?

    /// The store of the read models.
    public let models: any ReadModelStore

    /// The clock of the log.
    public let time: any TimeSource

    /// Observes projections, for metrics; `nil` for no observer.
    public var observer: (any ProjectionObserver)?

    private let makeScratch: @Sendable () throws -> any ReadModelStore
    private var makeKept: (@Sendable () throws -> any KeptStateStore)?
    private let blocking = SerialBlockingExecutor(named: "storage")

    /// Creates a storage from its parts.
    ///
    /// - Parameters:
    ///   - store: The log.
    ///   - models: The store of the read models.
    ///   - inspection: Inspects the log, for tools; by default by reading it.
    ///   - backup: Backs up the log; `nil` if it has no files.
    ///   - replication: Says how the nodes of a store on several machines are doing; `nil` for a store of one machine.
    ///   - kept: Keeps states of read models for questions about the past; `nil` for none.
    ///   - time: The clock of the log.
    ///   - observer: Observes projections, for metrics.
    ///   - makeScratch: Creates a temporary store of read models, for one query of the past or one comparison.
    ///     Closing it must remove it. The closure may block its thread.
    public init(
        store: any EventStore, models: any ReadModelStore = InMemoryReadModelStore(),
        inspection: (any StoreInspection)? = nil, backup: (any StoreBackup)? = nil,
        replication: (any StoreReplication)? = nil, kept: (any KeptStateStore)? = nil,
        time: any TimeSource = SystemTimeSource(), observer: (any ProjectionObserver)? = nil,
        makeScratch: @escaping @Sendable () throws -> any ReadModelStore = { InMemoryReadModelStore() }
    ) {
        self.store = store
        self.models = models
        self.inspection = inspection ?? LogInspection(of: store)
        self.backup = backup
        self.replication = replication
        self.kept = kept
        self.time = time
        self.observer = observer
        self.makeScratch = makeScratch
    }

    /// The storage with a way to keep states for a while.
    ///
    /// - Parameter make: Creates a temporary store of kept states, which is removed when its last reference is released.
    ///   It may block its thread.
    /// - Returns: The storage.
    package func keepingStates(in make: @escaping @Sendable () throws -> any KeptStateStore) -> Storage {
        var storage = self
        storage.makeKept = make
        return storage
    }

    /// The storage with a temporary store of kept states in place of its own.
    ///
    /// - Returns: The storage; `nil` if there is nothing to keep states in.
    /// - Throws: ``EventStoreError`` or Foundation's error if the store cannot be created.
    package func keepingTemporarily() async throws -> Storage? {
        guard let makeKept else { return nil }
        let kept = try await blocking.run { try makeKept() }
        return Storage(
            store: store, models: models, inspection: inspection, backup: backup, replication: replication, kept: kept,
            time: time, observer: observer, makeScratch: makeScratch)
    }

    /// Calls a closure with a temporary store of read models, which is closed afterwards.
    ///
    /// - Parameter body: Called with the store.
    /// - Returns: The result of `body`.
    /// - Throws: Any error that `body` throws; ``EventStoreError`` or Foundation's error if the store cannot be
    ///   created.
    public func withScratchModels<Result>(
        _ body: (any ReadModelStore) async throws -> Result
    ) async throws -> Result {
        try await withModels(created: makeScratch, body)
    }

    /// Calls a closure with temporary read models that begin with the nearest kept states that fit.
    ///
    /// - Parameters:
    ///   - starts: The kept states that may be used.
    ///   - notice: Called with a state that is not used because it does not fit or cannot be read, and the error.
    ///   - body: Called with the store.
    /// - Returns: The result of `body`.
    /// - Throws: As ``withScratchModels(_:)``.
    package func withScratchModels<Result>(
        from starts: [KeptStart], notice: @escaping @Sendable (KeptState, any Error) -> Void,
        _ body: (any ReadModelStore) async throws -> Result
    ) async throws -> Result {
        guard let kept, !starts.isEmpty else { return try await withScratchModels(body) }
        return try await withModels(
            created: { [makeScratch] in
                PastModelStore(from: starts, in: kept, makeScratch: makeScratch, notice: notice)
            }, body)
    }

    private func withModels<Result>(
        created create: @escaping @Sendable () throws -> any ReadModelStore,
        _ body: (any ReadModelStore) async throws -> Result
    ) async throws -> Result {
        let scratch = try await blocking.run { try create() }
        // Closed even if the body throws; `defer` cannot wait for the executor.
        let outcome: Swift.Result<Result, any Error>
        do {
            outcome = .success(try await body(scratch))
        } catch {
            outcome = .failure(error)
        }
        try await blocking.run { scratch.close() }
        return try outcome.get()
    }

    /// Calls a closure with the read models, on a thread that may block on the disk.
    ///
    /// - Parameter body: Called with the store of the read models.
    /// - Returns: The result of `body`.
    /// - Throws: Any error that `body` throws.
    public func withModels<Result: Sendable>(
        _ body: @escaping @Sendable (any ReadModelStore) throws -> Result
    ) async throws -> Result {
        try await blocking.run { [models] in try body(models) }
    }

    /// Calls a closure with the store of the kept states, on a thread that may block on the disk.
    ///
    /// - Parameter body: Called with the store.
    /// - Returns: The result of `body`; `nil` if no states can be kept.
    /// - Throws: Any error that `body` throws.
    package func withKept<Result: Sendable>(
        _ body: @escaping @Sendable (any KeptStateStore) throws -> Result
    ) async throws -> Result? {
        guard let kept else { return nil }
        return try await blocking.run { try body(kept) }
    }

    /// Completes writes in progress, and closes the log and the read models.
    ///
    /// Safe to call twice.
    public func close() async {
        await store.close()
        // Closing waits for open transactions, and cannot fail.
        _ = try? await blocking.run { [models] in models.close() }
    }
}
