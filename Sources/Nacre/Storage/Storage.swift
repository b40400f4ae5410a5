public import DomainKit

/// A log with everything that belongs to it, as a ``StorageEngine`` opens it.
///
/// Threading: may be shared between tasks.
public struct Storage: Sendable {
    /// The log.
    public let store: any EventStore

    /// What tools ask of the log.
    public let inspection: any StoreInspection

    /// What copies the log; `nil` where it has no files.
    public let backup: (any StoreBackup)?

    /// Where read models are kept.
    public let models: any ReadModelStore

    /// The clock of the log.
    public let time: any TimeSource

    /// Is given what projections apply, for measuring them; `nil` where nothing is measured.
    public var observer: (any ProjectionObserver)?

    private let makeScratch: @Sendable () throws -> any ReadModelStore
    private let blocking = SerialBlockingExecutor(named: "storage")

    /// Puts a storage together of its parts.
    ///
    /// - Parameters:
    ///   - store: The log.
    ///   - models: Where read models are kept.
    ///   - inspection: What tools ask of the log; by default they read the log for it.
    ///   - backup: What copies the log; `nil` where it has no files.
    ///   - time: The clock of the log.
    ///   - observer: Is given what projections apply, for measuring them.
    ///   - makeScratch: Makes a store of read models for one look at the past or one comparison, of which nothing is left
    ///     when it is closed. It may block its thread.
    public init(
        store: any EventStore, models: any ReadModelStore = InMemoryReadModelStore(),
        inspection: (any StoreInspection)? = nil, backup: (any StoreBackup)? = nil,
        time: any TimeSource = SystemTimeSource(), observer: (any ProjectionObserver)? = nil,
        makeScratch: @escaping @Sendable () throws -> any ReadModelStore = { InMemoryReadModelStore() }
    ) {
        self.store = store
        self.models = models
        self.inspection = inspection ?? LogInspection(of: store)
        self.backup = backup
        self.time = time
        self.observer = observer
        self.makeScratch = makeScratch
    }

    /// Makes a store of read models, does something with it, and removes it however that ends.
    ///
    /// - Parameter body: Uses the store, which is closed when it returns.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws; ``EventStoreError`` or Foundation's error where the store cannot be made.
    public func withScratchModels<Result>(
        _ body: (any ReadModelStore) async throws -> Result
    ) async throws -> Result {
        let scratch = try await blocking.run { [makeScratch] in try makeScratch() }
        let outcome: Swift.Result<Result, any Error>
        do {
            outcome = .success(try await body(scratch))
        } catch {
            outcome = .failure(error)
        }
        try await blocking.run { scratch.close() }
        return try outcome.get()
    }

    /// Looks at the read models, on a thread that may wait for the disk.
    ///
    /// - Parameter body: Looks at them.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    public func withModels<Result: Sendable>(
        _ body: @escaping @Sendable (any ReadModelStore) throws -> Result
    ) async throws -> Result {
        try await blocking.run { [models] in try body(models) }
    }

    /// Finishes what is being written, and closes log and read models; safe to call twice.
    public func close() async {
        await store.close()
        // It waits for the transactions that are open, and fails in no way.
        _ = try? await blocking.run { [models] in models.close() }
    }
}
