/// How far a projection has come, and what is the matter with its read model, if anything.
public struct ProjectionStatus: Sendable {
    /// The name of the projection and of its read model.
    public let name: String

    /// The schema version of the projection.
    public let schemaVersion: Int

    /// How far its read model has applied the log; 0 for one that has to be rebuilt.
    public let position: Position

    /// The position of the last event in the log.
    public let head: Position

    /// Why the read model has to be rebuilt, which the next catching up does; `nil` where it fits the log.
    public let misfit: ProjectionNotice.Reason?

    /// Why the projection went no further when it was last brought up to date; `nil` where it did.
    public var halt: EventStoreError?

    /// How many events of the log are still to be looked at.
    public var lag: UInt64 { head - position }

    /// Makes a status of its parts.
    public init(
        name: String, schemaVersion: Int, position: Position, head: Position, misfit: ProjectionNotice.Reason?,
        halt: EventStoreError? = nil
    ) {
        self.name = name
        self.schemaVersion = schemaVersion
        self.position = position
        self.head = max(head, position)
        self.misfit = misfit
        self.halt = halt
    }
}

extension ProjectionRunner {
    /// Looks how far the projection has come; changes nothing.
    ///
    /// - Returns: The status of this moment, without what halts it: that shows when it is brought up to date.
    /// - Throws: ``EventStoreError`` where the log or the model's store cannot be read.
    public func status() async throws -> ProjectionStatus {
        let found = try await state()
        let misfit = try await misfit(of: found)
        return ProjectionStatus(
            name: projection.name, schemaVersion: projection.schemaVersion,
            position: misfit == nil ? found.state.position : 0, head: try await store.head(), misfit: misfit)
    }
}
