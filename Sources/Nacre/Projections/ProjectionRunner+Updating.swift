extension ProjectionRunner: ReadModelUpdating {
    /// The name of the projection.
    public var model: String? { projection.name }

    /// The schema version of the projection.
    public var schemaVersion: Int { projection.schemaVersion }

    /// The definition of the read model.
    public var definition: ProjectionDefinition? { own }

    /// The checkpoint at the log's head.
    ///
    /// - Returns: The checkpoint; `nil` if the log is empty, or the projection may not use the store of read models.
    /// - Throws: ``EventStoreError`` if the log cannot be read.
    public func currentCheckpoint() async throws -> Checkpoint? {
        guard refusal == nil else { return nil }
        let head = try await store.head()
        return head == 0 ? nil : try await store.checkpoint(at: head)
    }

    /// Applies the log up to the current head.
    ///
    /// A damaged model is rebuilt.
    ///
    /// - Returns: The position up to which the model has applied the log.
    /// - Throws: Errors of ``catchUp(atLeast:progress:)``.
    public func bringUpToDate() async throws -> Position {
        try await catchUpRepairing()
    }

    /// Applies the rest of the log, and rebuilds the read model once if it is damaged.
    ///
    /// - Parameters:
    ///   - position: The position to reach at least; `nil` for the current head.
    ///   - progress: Called with the applied position and the head after every transaction.
    /// - Returns: The position up to which the model has applied the log.
    /// - Throws: Errors of ``catchUp(atLeast:progress:)``.
    @discardableResult
    public func catchUpRepairing(
        atLeast position: Position? = nil, progress: ((_ applied: Position, _ head: Position) -> Void)? = nil
    ) async throws -> Position {
        do {
            return try await catchUp(atLeast: position, progress: progress)
        } catch let error as EventStoreError where error.isReadModelDamage {
            try await discard(because: error)
            return try await catchUp(atLeast: position, progress: progress)
        }
    }

    /// Waits until the read model has applied the log up to a position, to read your own writes.
    ///
    /// The missing events are applied by whichever runner comes first, in this process or another one. It also waits
    /// for a model that another program is rebuilding. The position must be in the log: there is no waiting for
    /// events that may never be appended.
    ///
    /// - Parameter position: The position, such as that of an append.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/projectionHalted`` if the projection is halted
    ///   before the position, ``EventStoreError/Code/newerReadModel`` if a program with a newer schema version built
    ///   the model, or ``EventStoreError/Code/noSuchPosition`` if the position is beyond the head;
    ///   `CancellationError` between two transactions if the task is cancelled.
    public func wait(atLeast position: Position) async throws {
        try await catchUpRepairing(atLeast: position)
    }
}
