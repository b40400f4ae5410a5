extension ProjectionRunner: ReadModelUpdating {
    /// The schema version of the projection.
    public var schemaVersion: Int { projection.schemaVersion }

    /// Applies the log up to the head of this moment; a model that turns out to be damaged is rebuilt.
    ///
    /// - Returns: The position up to which the model has applied the log.
    /// - Throws: What ``catchUp(atLeast:progress:)`` throws.
    public func bringUpToDate() async throws -> Position {
        try await catchUpMending()
    }

    /// Applies what the read model has not applied yet, and rebuilds it once where it turns out to be damaged.
    ///
    /// - Parameter progress: Is told the position applied and the head, after every transaction.
    /// - Returns: The position up to which the model has applied the log.
    /// - Throws: What ``catchUp(atLeast:progress:)`` throws.
    @discardableResult
    public func catchUpMending(
        progress: ((_ applied: Position, _ head: Position) -> Void)? = nil
    ) async throws -> Position {
        do {
            return try await catchUp(progress: progress)
        } catch let error as EventStoreError where error.isDamageOfReadModel {
            try await discard(because: error)
            return try await catchUp(progress: progress)
        }
    }

    /// Throws the model away, and says so.
    ///
    /// - Parameter error: What is wrong with it.
    /// - Throws: ``EventStoreError`` where the model's store cannot be written.
    public func discard(because error: EventStoreError) async throws {
        try await write { try $0.removeAll() }
        notice(ProjectionNotice(projection: projection.name, reason: .damaged, position: nil))
    }
}
