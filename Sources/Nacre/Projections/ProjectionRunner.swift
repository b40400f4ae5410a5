public import DomainKit

/// Brings the read model of one projection up to the head of the log.
///
/// The model and its checkpoint change in one transaction, so each event takes effect exactly once, through crashes
/// and through several runners, in several processes, on one model: whoever holds the transaction looks at the
/// checkpoint first, and applies nothing that does not begin right behind it.
///
/// An event that cannot be applied halts the projection: that is kept with the model, so that nobody tries the event
/// again before ``retry(progress:)`` or ``skip(_:reason:progress:)``.
///
/// A model of an older schema version is not touched: a shadow is built beside it and takes its place when it has
/// caught up, as with ``rebuild(progress:report:)``.
///
/// Threading: may be shared between tasks. Looking at models and changing them runs on the runner's
/// ``BlockingExecutor``.
public struct ProjectionRunner: Sendable {
    /// How much of the log is applied in one transaction: whole commits, until one of the limits is reached.
    ///
    /// A batch is applied in memory, and what it has changed is then written at once: a row that many of its events have
    /// changed is written once.
    public struct BatchSize: Hashable, Sendable {
        /// The number of events looked at.
        public var events: Int

        /// The bytes of their data and metadata.
        public var bytes: Int

        /// The number of rows read and changed, entries of indexes included, which are kept in memory.
        ///
        /// They are kept with all their bytes, and those that are changed once more as they are written. Say fewer where rows
        /// are much larger than the events that change them.
        public var rows: Int

        /// How long applying the events is to take, during which a snapshot of the read model is kept open: where it took
        /// longer, the next batches have fewer events.
        public var gathering: Duration

        /// How long the transaction is to take, in which nobody else can write read models: where one took longer, the
        /// next ones have fewer events.
        public var duration: Duration

        /// How long a runner that follows the log lets events gather before it applies more of them: each transaction of
        /// a store on the disk is a sync of its file.
        public var pause: Duration

        /// Makes a size of its parts.
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

    /// What is recorded with the model.
    let own: ProjectionDefinition
    let store: any EventStore
    let models: any ReadModelStore
    let batchSize: BatchSize
    let executor: any BlockingExecutor

    /// Runs the other half of a batch that is applied on two threads.
    private(set) var secondExecutor: any BlockingExecutor

    /// How many events there must be for two threads to be worth their while; fewer for tests.
    package var leastDivided: UInt64 = 8_192
    let time: any TimeSource
    let clock: any Clock<Duration>
    let observer: (any ProjectionObserver)?
    let notice: @Sendable (ProjectionNotice) -> Void
    let foreignRecords = ForeignRecordMemory()

    /// Why the projection may not be run over the store of read models: another one of this program has its name, or what it
    /// declares cannot be.
    let refusal: EventStoreError?

    /// Makes a runner.
    ///
    /// - Parameters:
    ///   - projection: The projection.
    ///   - store: The log.
    ///   - models: Where the projection's read model is kept, under the projection's name.
    ///   - batchSize: How much is applied in one transaction.
    ///   - executor: Runs what blocks, both halves of a batch that is divided too; by default each of these has a queue of
    ///     the runner's own.
    ///   - time: The clock that says since when a projection is halted.
    ///   - clock: The clock by which batches are timed and pauses are waited for.
    ///   - observer: Is told what is applied, for measuring it.
    ///   - notice: Is told when a model is discarded, or another one built beside it, and of events in the projection's own
    ///     stream that are not its own.
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

    /// A runner that works where this one does, at the same pace, and makes the same model in another store.
    func making(in models: any ReadModelStore) -> ProjectionRunner {
        var other = ProjectionRunner(
            projection: projection, store: store, models: models, batchSize: batchSize, executor: executor,
            clock: clock)
        other.secondExecutor = secondExecutor
        other.leastDivided = leastDivided
        return other
    }

    /// Applies what the read model has not applied yet.
    ///
    /// A model that does not fit the log is discarded and rebuilt, and the notice says why; but one that knows events which
    /// the log of a durable store lacks is kept, and refused (see ``confirmRestored()``). Of one that is of an older
    /// schema version a shadow is built, which takes its place; until then the model is left to the programs that know
    /// it, and this waits.
    ///
    /// - Parameters:
    ///   - position: Up to where at least: a model that has applied this is not looked at further. `nil` for the head
    ///     of this moment.
    ///   - progress: Is told the position applied and the head, after every transaction.
    /// - Returns: The position up to which the model has applied the log.
    /// - Throws: ``EventStoreError``: with code ``EventStoreError/Code/eventsLost`` where the model knows events that the
    ///   log lacks; with code ``EventStoreError/Code/projectionHalted`` where the projection halts before that; with code
    ///   ``EventStoreError/Code/newerReadModel`` where a program with a newer schema version has made the model; with code
    ///   ``EventStoreError/Code/otherProjection`` where another projection of the same name and version has; with code
    ///   ``EventStoreError/Code/noSuchPosition`` where `position` is beyond the head.
    ///   `CancellationError` between two transactions.
    @discardableResult
    public func catchUp(
        atLeast position: Position? = nil, progress: ((_ applied: Position, _ head: Position) -> Void)? = nil
    ) async throws -> Position {
        let head = try await store.head()
        if let position, position > head { throw EventStoreError.noSuchPosition(position, head: head) }
        return try await bringUp(to: position ?? head, head: head, progress: progress)
    }

    /// Applies the log until the model stands at a position or behind it.
    ///
    /// - Parameters:
    ///   - target: The position.
    ///   - isExact: Whether to stop right there, though it be within a commit.
    ///   - head: The head, which a shadow has to reach, and for `progress`.
    ///   - progress: Is told the position applied and the head.
    /// - Returns: The position that was reached.
    /// - Throws: What ``catchUp(atLeast:progress:)`` throws.
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
    /// How far a model in this state has applied the log.
    var position: Position { self?.checkpoint.position ?? 0 }
}
