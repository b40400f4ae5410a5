public import DomainKit

/// Builds a read model as it was at a position of the log, and goes no further.
///
/// It is for a store of read models of its own: the live model of the same name is not looked at. The events that somebody
/// has decided to pass over are passed over here too, whenever that was decided.
///
/// ```swift
/// let models = InMemoryReadModelStore()
/// let past = PastReadModel(of: ItemsProjection(), at: 1_000, in: store, models: models)
/// let items = ProjectedItems(in: models, updatedBy: past)
/// ```
public struct PastReadModel: ReadModelUpdating {
    private let runner: ProjectionRunner
    private let position: Position
    private let progress: (@Sendable (Position, Position) -> Void)?

    /// Makes what builds a read model of the past.
    ///
    /// - Parameters:
    ///   - projection: The projection.
    ///   - position: The last event that has happened by then, which may be one within a commit; 0 for none.
    ///   - time: Only the events are applied whose `time` is this or before; all of them where it is `nil`.
    ///   - store: The log.
    ///   - models: Where the model is built, under the projection's name; what is there must be of the same position.
    ///   - progress: Is told the position applied and `position`, after every transaction.
    public init(
        of projection: any Projection, at position: Position, happenedBy time: Instant? = nil,
        in store: any EventStore, models: any ReadModelStore,
        progress: (@Sendable (_ applied: Position, _ position: Position) -> Void)? = nil
    ) {
        let projection = time.map { ProjectionUntil(base: projection, time: $0) } ?? projection
        runner = ProjectionRunner(projection: projection, store: store, models: models)
        self.position = position
        self.progress = progress
    }

    /// The name of the projection.
    public var model: String? { runner.model }

    /// The schema version of the projection.
    public var schemaVersion: Int { runner.schemaVersion }

    /// What the projection makes the read model by.
    public var definition: ProjectionDefinition? { runner.definition }

    /// Applies the log up to the position, where that was not done before.
    ///
    /// - Returns: The position.
    /// - Throws: ``EventStoreError``: with code ``EventStoreError/Code/projectionHalted`` where an event up to the
    ///   position cannot be applied; with code ``EventStoreError/Code/noSuchPosition`` where the position is beyond the
    ///   head. `CancellationError` between two transactions.
    public func bringUpToDate() async throws -> Position {
        let head = try await runner.store.head()
        guard position <= head else { throw EventStoreError.noSuchPosition(position, head: head) }
        return try await runner.bringUp(to: position, isExact: true, head: position, progress: progress)
    }

    /// Throws the model away, so that it is built again.
    ///
    /// - Parameter error: What is wrong with it.
    /// - Throws: ``EventStoreError`` where the store cannot be written.
    public func discard(because error: EventStoreError) async throws {
        try await runner.discard(because: error)
    }
}
