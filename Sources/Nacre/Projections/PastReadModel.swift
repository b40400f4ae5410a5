public import DomainKit

/// Builds a read model as of a position of the log.
///
/// Use it with a separate ``ReadModelStore``: the live model of the same name is not used. Events that the projection
/// skips by decision (``ProjectionSkip``) are skipped here too, whenever the decision was made.
///
/// ```swift
/// let models = InMemoryReadModelStore()
/// let past = PastReadModel(of: Accounts(), at: 1_000, in: store, models: models)
/// let accounts = ReadModel(of: Accounts.self, in: models, updatedBy: past)
/// ```
public struct PastReadModel: ReadModelUpdating {
    private var runner: ProjectionRunner
    private let position: Position
    private let progress: (@Sendable (Position, Position) -> Void)?

    /// Creates a read model of the past.
    ///
    /// - Parameters:
    ///   - projection: The projection.
    ///   - position: The last event to apply, which may be within a commit; 0 for none.
    ///   - time: Apply only events whose `time` is at or before this; `nil` for all of them.
    ///   - store: The log.
    ///   - models: The store to build the model in, under the projection's name. A model that exists there already
    ///     must be as of the same position.
    ///   - progress: Called with the applied position and `position` after every transaction.
    public init(
        of projection: any Projection, at position: Position, happenedBy time: Instant? = nil,
        in store: any EventStore, models: any ReadModelStore,
        progress: (@Sendable (_ applied: Position, _ position: Position) -> Void)? = nil
    ) {
        let projection = time.map { TimeBoundedProjection(base: projection, time: $0) } ?? projection
        runner = ProjectionRunner(projection: projection, store: store, models: models)
        self.position = position
        self.progress = progress
    }

    /// Creates a read model of the past whose rows are observed while it is built.
    ///
    /// - Parameters:
    ///   - projection: The projection.
    ///   - position: The last event to apply.
    ///   - store: The log.
    ///   - models: The store to build the model in, where it does not exist yet.
    ///   - watch: The watch.
    ///   - progress: Called with the applied position and `position` after every transaction.
    package init(
        of projection: any Projection, at position: Position, in store: any EventStore, models: any ReadModelStore,
        watching watch: RowWatch, progress: (@Sendable (_ applied: Position, _ position: Position) -> Void)? = nil
    ) {
        self.init(of: projection, at: position, in: store, models: models, progress: progress)
        runner.watch = watch
    }

    /// The name of the projection.
    public var model: String? { runner.model }

    /// The schema version of the projection.
    public var schemaVersion: Int { runner.schemaVersion }

    /// The definition of the read model.
    public var definition: ProjectionDefinition? { runner.definition }

    /// Applies the log up to the position, unless that is done already.
    ///
    /// - Returns: The position.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/projectionHalted`` if an event up to the
    ///   position cannot be applied, or with code ``EventStoreError/Code/noSuchPosition`` if the position is beyond
    ///   the head; `CancellationError` between two transactions.
    public func bringUpToDate() async throws -> Position {
        let head = try await runner.store.head()
        guard position <= head else { throw EventStoreError.noSuchPosition(position, head: head) }
        return try await runner.bringUp(to: position, isExact: true, head: position, progress: progress)
    }

    /// Discards the model, so that it is rebuilt.
    ///
    /// - Parameter error: The damage that was found.
    /// - Throws: ``EventStoreError`` if the store cannot be written.
    public func discard(because error: EventStoreError) async throws {
        try await runner.discard(because: error)
    }
}
