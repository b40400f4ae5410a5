extension ProjectionRunner {
    /// The state of the read model, once it fits the log: one that does not is discarded, and the notice says so.
    ///
    /// - Returns: The state; `nil` for a new model.
    func fittingState() async throws -> ReadModelState? {
        while true {
            let found = try await state()
            guard let reason = try await misfit(of: found) else { return found.state }
            guard try await discard(found) else { continue }
            notice(ProjectionNotice(projection: projection.name, reason: reason, position: found.positionIfKnown))
        }
    }

    /// What was found where a model's state is kept.
    enum FoundState: Hashable, Sendable {
        case state(ReadModelState?)
        case damaged

        init(_ reader: any ReadModelReader) throws {
            do {
                self = .state(try reader.state())
            } catch let error as EventStoreError where error.code == .damaged {
                self = .damaged
            }
        }

        var state: ReadModelState? {
            if case .state(let state) = self { state } else { nil }
        }

        var positionIfKnown: Position? { state?.checkpoint.position }
    }

    /// Looks at the state of the read model.
    func state() async throws -> FoundState {
        try await executor.run { [models, name = projection.name] in
            try models.read(name) { try FoundState($0) }
        }
    }

    /// Why a model in a state does not fit the log; `nil` where it does.
    func misfit(of found: FoundState) async throws -> ProjectionNotice.Reason? {
        guard case .state(let state) = found else { return .damaged }
        guard let state else { return nil }
        if state.schemaVersion != projection.schemaVersion {
            return .newSchema(found: state.schemaVersion, expected: projection.schemaVersion)
        }
        return try await misfit(of: state.checkpoint)
    }

    /// Why a checkpoint does not fit the log; `nil` where it does.
    func misfit(of checkpoint: Checkpoint) async throws -> ProjectionNotice.Reason? {
        guard checkpoint.storeID == store.id else { return .otherStore(checkpoint.storeID) }
        do {
            return try await store.checkpoint(at: checkpoint.position) == checkpoint ? nil : .otherHistory
        } catch let error as EventStoreError where error.code == .noSuchPosition {
            return .aheadOfLog(head: try await store.head())
        }
    }

    /// Removes the model, unless somebody else has changed it meanwhile.
    private func discard(_ found: FoundState) async throws -> Bool {
        try await write { writer in
            guard try FoundState(writer) == found else { return false }
            try writer.removeAll()
            return true
        }
    }
}
