/// How far a projection has come, and what is the matter with its read model, if anything.
public struct ProjectionStatus: Sendable {
    /// A read model that is being built beside the live one.
    public struct Shadow: Hashable, Sendable {
        /// The schema version of the projection that builds it.
        public let schemaVersion: Int

        /// How far it has applied the log.
        public let position: Position

        /// What halts it; `nil` where nothing does.
        public let halt: ProjectionHalt?

        /// Makes a description of its parts.
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

    /// How far its read model has applied the log; 0 for one that has to be rebuilt.
    public let position: Position

    /// The position of the last event in the log.
    public let head: Position

    /// Why the read model has to be rebuilt, which the next catching up does, or is another projection's, which that
    /// refuses; `nil` where it fits the log and the projection.
    public let misfit: ProjectionNotice.Reason?

    /// What halts the projection, at the live model or at the one that is being built; `nil` where nothing does.
    public let halt: ProjectionHalt?

    /// The read model that is being built beside the live one; `nil` where there is none.
    public let shadow: Shadow?

    /// How many events of the log are still to be looked at.
    public var lag: UInt64 { head - position }

    /// Makes a status of its parts.
    public init(
        name: String, schemaVersion: Int, position: Position, head: Position, misfit: ProjectionNotice.Reason?,
        halt: ProjectionHalt? = nil, shadow: Shadow? = nil
    ) {
        self.name = name
        self.schemaVersion = schemaVersion
        self.position = position
        self.head = max(head, position)
        self.misfit = misfit
        self.halt = halt
        self.shadow = shadow
    }
}

extension ProjectionRunner {
    /// Looks how far the projection has come; changes nothing.
    ///
    /// - Returns: The status of this moment. Whether anything halts the projection further on shows when it is brought
    ///   up to date.
    /// - Throws: ``EventStoreError`` where the log or the model's store cannot be read.
    public func status() async throws -> ProjectionStatus {
        let found = try await look()
        let misfit = try await misfitOfLive(in: found)
        let (live, shadow) = (found.live.state, try await fittingShadow(in: found))
        let halt = misfit == nil ? try await inForce(live?.halt) : nil
        let haltOfShadow = shadow.flatMap { $0.schemaVersion == projection.schemaVersion ? $0.halt : nil }
        return ProjectionStatus(
            name: projection.name, schemaVersion: projection.schemaVersion,
            position: misfit == nil ? live.position : 0, head: try await store.head(), misfit: misfit,
            halt: halt ?? haltOfShadow, shadow: shadow)
    }

    /// Why the live tables have to be made anew; `nil` where they need not be.
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
