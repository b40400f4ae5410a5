/// The progress of a projection, and the problem with its read model, if there is one.
public struct ProjectionStatus: Sendable {
    /// A read model that is being built beside the live one.
    public struct Shadow: Hashable, Sendable {
        /// The schema version of the projection that builds it.
        public let schemaVersion: Int

        /// The position up to which it has applied the log.
        public let position: Position

        /// Its halt; `nil` if it is not halted.
        public let halt: ProjectionHalt?

        /// Creates a shadow's status from its parts.
        public init(schemaVersion: Int, position: Position, halt: ProjectionHalt? = nil) {
            self.schemaVersion = schemaVersion
            self.position = position
            self.halt = halt
        }
    }

    /// The name of the projection and of its read model.
    public let name: String

    /// The schema version of the projection.
    public let schemaVersion: Int

    /// The position up to which the read model has applied the log; 0 if it has to be rebuilt.
    public let position: Position

    /// The head of the log.
    public let head: Position

    /// Why the read model has to be rebuilt by the next catch-up, or that it belongs to another projection, so that
    /// catching up throws; `nil` if it fits the log and the projection.
    public let misfit: ProjectionNotice.Reason?

    /// The halt of the live model or of the shadow; `nil` if neither is halted.
    public let halt: ProjectionHalt?

    /// The read model that is being built beside the live one; `nil` if there is none.
    public let shadow: Shadow?

    /// The number of events in the log that are still to be read.
    public var lag: UInt64 { head - position }

    /// Creates a status from its parts.
    public init(
        name: String, schemaVersion: Int, position: Position, head: Position, misfit: ProjectionNotice.Reason?,
        halt: ProjectionHalt? = nil, shadow: Shadow? = nil
    ) {
        self.name = name
        self.schemaVersion = schemaVersion
        self.position = position
        // The head may have been read before the position; `lag` must not underflow.
        self.head = max(head, position)
        self.misfit = misfit
        self.halt = halt
        self.shadow = shadow
    }
}

extension ProjectionRunner {
    /// Reads the status of the projection, without changing anything.
    ///
    /// - Returns: The current status. A halt at a later event only appears when the projection is brought up to date.
    /// - Throws: ``EventStoreError`` if the log or the model's store cannot be read.
    public func status() async throws -> ProjectionStatus {
        let found = try await find()
        let misfit = try await misfitOfLive(in: found)
        let (live, shadow) = (found.live.state, try await fittingShadow(in: found))
        let halt = misfit == nil ? try await inForce(live?.halt) : nil
        let haltOfShadow = shadow.flatMap { $0.schemaVersion == projection.schemaVersion ? $0.halt : nil }
        return ProjectionStatus(
            name: projection.name, schemaVersion: projection.schemaVersion,
            position: misfit == nil ? live.position : 0, head: try await store.head(), misfit: misfit,
            halt: halt ?? haltOfShadow, shadow: shadow)
    }

    /// Why the live tables have to be rebuilt; `nil` if they do not.
    private func misfitOfLive(in found: FoundModel) async throws -> ProjectionNotice.Reason? {
        if let reason = try await misfit(of: found.live) { return reason }
        guard let live = found.live.state else { return nil }
        guard live.schemaVersion == projection.schemaVersion else {
            return .newSchema(found: live.schemaVersion, expected: projection.schemaVersion)
        }
        return differences(in: live).map { .otherProjection(differences: $0) }
    }

    private func fittingShadow(in found: FoundModel) async throws -> ProjectionStatus.Shadow? {
        guard let state = found.shadow.state, try await misfit(of: found.shadow) == nil else { return nil }
        return ProjectionStatus.Shadow(
            schemaVersion: state.schemaVersion, position: state.checkpoint.position,
            halt: try await inForce(state.halt))
    }
}
