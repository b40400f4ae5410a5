public import DomainKit

/// Keeps the read model of one projection up to date with the log.
///
/// The model and its checkpoint change in one transaction, so each event takes effect exactly once, even through
/// crashes and with several runners on one model in several processes: the holder of the write transaction reads the
/// checkpoint first, and applies only a batch that starts right after it.
///
/// An event that cannot be applied halts the projection. The halt is stored with the model, and the event is not
/// retried before ``retry(progress:)`` or ``skip(_:reason:progress:)``.
///
/// A model of an older schema version is not changed: a shadow is built beside it and replaces it when it has caught
/// up, as with ``rebuild(progress:report:)``.
///
/// Threading: may be shared between tasks. Reads and writes of models run on the runner's ``BlockingExecutor``.
public struct ProjectionRunner: Sendable {
    /// How much of the log is applied in one transaction: whole commits, until one of the limits is reached.
    ///
    /// A batch is applied in memory, and its changes are then written at once: a row that many of its events change
    /// is written once.
    public struct BatchSize: Hashable, Sendable {
        /// The number of events read.
        public var events: Int

        /// The bytes of their data and metadata.
        ///
        /// If the log is not mapped and its events are fetched, their tags and names count too.
        public var bytes: Int

        /// The number of rows read and changed, including index entries, that are kept in memory.
        ///
        /// Each row is kept with all its bytes, and a changed row a second time in its encoded form. Use a lower
        /// number if rows are much larger than the events that change them.
        public var rows: Int

        /// The target duration of applying the events, during which a snapshot of the read model is open.
        ///
        /// If a batch takes longer, later ones have fewer events.
        public var gathering: Duration

        /// The target duration of the transaction, during which no other write to read models is possible.
        ///
        /// If a transaction takes longer, later ones have fewer events.
        public var duration: Duration

        /// How long a runner that follows the log lets events collect before it applies more.
        ///
        /// Each transaction of a store on disk costs an fsync.
        public var pause: Duration

        /// Creates a size from its parts.
        public init(
            events: Int = 1 << 20, bytes: Int = 64 << 20, rows: Int = 1 << 18, gathering: Duration = .seconds(2),
            duration: Duration = .milliseconds(250), pause: Duration = .milliseconds(10)
        ) {
            self.events = events
            self.bytes = bytes
            self.rows = rows
            self.gathering = gathering
            self.duration = duration
            self.pause = pause
        }
    }

    let projection: any Projection

    /// The definition that is recorded with the model.
    let own: ProjectionDefinition
    let store: any EventStore
    let models: any ReadModelStore
    let batchSize: BatchSize
    let executor: any BlockingExecutor

    /// Runs the second half of a batch that is divided between two threads.
    private(set) var secondExecutor: any BlockingExecutor

    /// The minimum number of events for which two threads are used; fewer in tests.
    package var minDivided: UInt64 = 8_192

    /// Observes rows after each event; `nil` for none.
    package var watch: RowWatch?
    let time: any TimeSource
    let clock: any Clock<Duration>
    let observer: (any ProjectionObserver)?
    let notice: @Sendable (ProjectionNotice) -> Void
    let foreignRecords = ForeignRecordReporter()

    /// Why the projection may not use the store of read models: another projection of this program has its name, or
    /// its declaration is invalid.
    let refusal: EventStoreError?

    /// Creates a runner.
    ///
    /// - Parameters:
    ///   - projection: The projection.
    ///   - store: The log.
    ///   - models: The store of the read model, under the projection's name.
    ///   - batchSize: How much is applied in one transaction.
    ///   - executor: Runs blocking work, including both halves of a divided batch. By default the runner creates a
    ///     queue for each half.
    ///   - time: The clock for the time of a halt.
    ///   - clock: The clock for timing batches and for pauses.
    ///   - observer: Observes what is applied, for metrics.
    ///   - notice: Called when a model is discarded, when a shadow is started, and when the projection's own stream
    ///     holds foreign records.
    public init(
        projection: any Projection, store: any EventStore, models: any ReadModelStore, batchSize: BatchSize = .init(),
        executor: (any BlockingExecutor)? = nil, time: any TimeSource = SystemTimeSource(),
        clock: any Clock<Duration> = ContinuousClock(), observer: (any ProjectionObserver)? = nil,
        notice: @escaping @Sendable (ProjectionNotice) -> Void = { _ in }
    ) {
        self.projection = projection
        own = projection.definition
        do {
            try projection.validate()
            try models.projections.register(projection)
            refusal = nil
        } catch {
            // Thrown by every operation, so that creating a runner need not throw.
            refusal = error
        }
        self.store = store
        self.models = models
        self.batchSize = batchSize
        self.executor = executor ?? SerialBlockingExecutor(named: "projection \(projection.name)")
        secondExecutor = executor ?? SerialBlockingExecutor(named: "projection \(projection.name), other half")
        self.time = time
        self.clock = clock
        self.observer = observer
        self.notice = notice
    }

    /// A runner of the same projection and pace for another store of read models.
    func copy(in models: any ReadModelStore) -> ProjectionRunner {
        // Without the observer: metrics describe the program's own models.
        var copy = ProjectionRunner(
            projection: projection, store: store, models: models, batchSize: batchSize, executor: executor,
            clock: clock)
        copy.secondExecutor = secondExecutor
        copy.minDivided = minDivided
        return copy
    }

    /// Applies the rest of the log to the read model.
    ///
    /// A model that does not fit the log is discarded and rebuilt, and a notice gives the reason. A model that has
    /// applied events which the log of a durable store lacks is kept and refused (see ``confirmRestored()``). If the
    /// model is of an older schema version, a shadow is built and replaces it; until then the old model keeps serving
    /// older programs, and this method waits.
    ///
    /// - Parameters:
    ///   - position: The position to reach at least: a model that has already applied it is left as it is. `nil` for
    ///     the current head.
    ///   - progress: Called with the applied position and the head after every transaction.
    /// - Returns: The position up to which the model has applied the log.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/eventsLost`` if the model has applied events
    ///   that the log lacks, ``EventStoreError/Code/projectionHalted`` if the projection halts before the position,
    ///   ``EventStoreError/Code/newerReadModel`` if a program with a newer schema version built the model,
    ///   ``EventStoreError/Code/otherProjection`` if another projection of the same name and version built it, or
    ///   ``EventStoreError/Code/noSuchPosition`` if `position` is beyond the head; `CancellationError` between two
    ///   transactions.
    @discardableResult
    public func catchUp(
        atLeast position: Position? = nil, progress: ((_ applied: Position, _ head: Position) -> Void)? = nil
    ) async throws -> Position {
        let head = try await store.head()
        if let position, position > head { throw EventStoreError.noSuchPosition(position, head: head) }
        return try await bringUp(to: position ?? head, head: head, progress: progress)
    }

    /// Applies the log until the model is at a position or after it.
    ///
    /// - Parameters:
    ///   - target: The position.
    ///   - isExact: Whether to stop exactly there, even within a commit.
    ///   - head: The head, which a shadow has to reach; also for `progress`.
    ///   - progress: Called with the applied position and the head.
    /// - Returns: The position reached.
    /// - Throws: Errors of ``catchUp(atLeast:progress:)``.
    func bringUp(
        to target: Position, isExact: Bool = false, head: Position, progress: ((Position, Position) -> Void)?
    ) async throws -> Position {
        try projection.validate()
        while true {
            switch try await place() {
            case .live(let state):
                let state = try await advance(
                    .live, from: state, to: target, isExact: isExact, head: head, progress: progress)
                if case .reached(let state) = state { return state.position }
            case .shadow(let state, let found):
                if let state = try await finish(state, besides: found, head: head, progress: progress) {
                    return state.checkpoint.position
                }
            }
        }
    }
}

extension ReadModelState? {
    /// The position up to which a model in this state has applied the log.
    var position: Position { self?.checkpoint.position ?? 0 }
}
