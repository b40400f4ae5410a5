extension ProjectionRunner: ReadModelUpdating {
    /// The name of the projection.
    public var model: String? { projection.name }

    /// The schema version of the projection.
    public var schemaVersion: Int { projection.schemaVersion }

    /// What the projection makes the read model by.
    public var definition: ProjectionDefinition? { own }

    /// Applies the log up to the head of this moment; a model that turns out to be damaged is rebuilt.
    ///
    /// - Returns: The position up to which the model has applied the log.
    /// - Throws: What ``catchUp(atLeast:progress:)`` throws.
    public func bringUpToDate() async throws -> Position {
        try await catchUpMending()
    }

    /// Applies what the read model has not applied yet, and rebuilds it once where it turns out to be damaged.
    ///
    /// - Parameters:
    ///   - position: Up to where at least; `nil` for the head of this moment.
    ///   - progress: Is told the position applied and the head, after every transaction.
    /// - Returns: The position up to which the model has applied the log.
    /// - Throws: What ``catchUp(atLeast:progress:)`` throws.
    @discardableResult
    public func catchUpMending(
        atLeast position: Position? = nil, progress: ((_ applied: Position, _ head: Position) -> Void)? = nil
    ) async throws -> Position {
        do {
            return try await catchUp(atLeast: position, progress: progress)
        } catch let error as EventStoreError where error.isDamageOfReadModel {
            try await discard(because: error)
            return try await catchUp(atLeast: position, progress: progress)
        }
    }

    /// Waits until the read model has applied the log up to a position, so that who has appended there reads it.
    ///
    /// What is missing is applied by whoever is first, this process or another one; a model that another program builds
    /// anew is waited for too. What is asked for must be in the log: nothing waits for events that may never come.
    ///
    /// - Parameter position: The position, such as that of an append.
    /// - Throws: ``EventStoreError``: with code ``EventStoreError/Code/projectionHalted`` where the projection is halted
    ///   before that position; with code ``EventStoreError/Code/newerReadModel`` where a program with a newer schema
    ///   version has made the model; with code ``EventStoreError/Code/noSuchPosition`` where the position is beyond the
    ///   head. `CancellationError` between two transactions, where the task is cancelled.
    public func wait(atLeast position: Position) async throws {
        try await catchUpMending(atLeast: position)
    }
}
