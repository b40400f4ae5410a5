internal import DomainKit

extension ProjectionRunner {
    /// Tries the event that halts the projection again, and goes on.
    ///
    /// A projection that is not halted catches up. A shadow that is being built goes on too, where it is the shadow
    /// that is halted.
    ///
    /// - Parameter progress: Is told the position applied and the head, after every transaction.
    /// - Returns: The position up to which the model has applied the log.
    /// - Throws: What ``catchUp(atLeast:progress:)`` throws.
    @discardableResult
    public func retry(
        progress: ((_ applied: Position, _ head: Position) -> Void)? = nil
    ) async throws -> Position {
        try await liftHalt(of: .live)
        if try await liftHalt(of: .shadow) { return try await rebuild(progress: progress) }
        return try await catchUp(progress: progress)
    }

    /// Has the projection pass over the event that halts it, for good, and goes on.
    ///
    /// The reason is recorded in the log, in the stream that ``ProjectionSkip/stream(of:)`` names: a model of this
    /// schema version that is built anew passes over the event too.
    ///
    /// - Parameters:
    ///   - position: The position before which the projection halts.
    ///   - reason: Why the event may be passed over: 1 to ``ProjectionSkip/reasonBytes`` of UTF-8.
    ///   - progress: Is told the position applied and the head, after every transaction.
    /// - Returns: The position up to which the model has applied the log.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument`` where the projection does not
    ///   halt there, or the reason is outside its limits; otherwise what appending and
    ///   ``catchUp(atLeast:progress:)`` throw, the latter also where another event halts the projection then.
    @discardableResult
    public func skip(
        _ position: Position, reason: String, progress: ((_ applied: Position, _ head: Position) -> Void)? = nil
    ) async throws -> Position {
        try ProjectionSkip.validate(reason: reason)
        let halts = try await halts()
        guard halts.contains(where: { $0.position == position }) else {
            let places = halts.map { "it halts before position \($0.position)" }.joined(separator: " and ")
            throw EventStoreError.invalid(
                "projection \(quoted(projection.name)) cannot skip position \(position): "
                    + (places.isEmpty ? "it is not halted" : places))
        }
        let skip = ProjectionSkip(
            eventID: try await store.event(at: position).id, position: position,
            schemaVersion: projection.schemaVersion, reason: reason, time: time.now())
        // Recorded once, though it was interrupted behind this; two who decide the same at once are two decisions.
        if try await !skippedEvents().contains(skip.eventID) {
            try await store.append([try skip.event()], to: ProjectionSkip.stream(of: projection.name), as: .system)
        }
        return try await retry(progress: progress)
    }

    /// What halts the projection: its live tables and its shadow, where they are of its schema version and of this log,
    /// for in another log another event stands at the position.
    private func halts() async throws -> [ProjectionHalt] {
        let found = try await look()
        var halts: [ProjectionHalt] = []
        for side in [found.live, found.shadow] {
            guard let state = side.state, state.schemaVersion == projection.schemaVersion, let halt = state.halt,
                try await misfit(of: side) == nil
            else { continue }
            halts.append(halt)
        }
        return halts
    }

    /// Forgets what halts the projection on one side, and answers whether anything did.
    @discardableResult
    func liftHalt(of side: ModelSide) async throws -> Bool {
        try await write { [version = projection.schemaVersion] model in
            let writer = try side.writer(in: model)
            guard case .state(let state?) = try FoundState({ try writer.state() }), state.halt != nil,
                state.schemaVersion == version
            else { return false }
            try writer.setState(
                ReadModelState(
                    schemaVersion: state.schemaVersion, checkpoint: state.checkpoint, definition: state.definition))
            return true
        }
    }
}
