internal import DomainKit

extension ProjectionRunner {
    /// Retries the event that halts the projection, and continues.
    ///
    /// If the projection is not halted, it catches up. If the shadow is halted, the rebuild continues.
    ///
    /// - Parameter progress: Called with the applied position and the head after every transaction.
    /// - Returns: The position up to which the model has applied the log.
    /// - Throws: Errors of ``catchUp(atLeast:progress:)``.
    @discardableResult
    public func retry(
        progress: ((_ applied: Position, _ head: Position) -> Void)? = nil
    ) async throws -> Position {
        try await liftHalt(of: .live)
        // Catching up advances the live model; a halted shadow belongs to a rebuild, which continues it.
        if try await liftHalt(of: .shadow) { return try await rebuild(progress: progress) }
        return try await catchUp(progress: progress)
    }

    /// Skips the event that halts the projection permanently, and continues.
    ///
    /// The decision and its reason are recorded in the log, in the stream ``ProjectionSkip/stream(of:)``. A rebuild
    /// of a model of this schema version skips the event too.
    ///
    /// - Parameters:
    ///   - position: The position before which the projection is halted.
    ///   - reason: Why the event may be skipped: 1 to ``ProjectionSkip/reasonBytes`` of UTF-8.
    ///   - progress: Called with the applied position and the head after every transaction.
    /// - Returns: The position up to which the model has applied the log.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument`` if the projection is not
    ///   halted there, or the reason is outside its limits; otherwise errors of appending and of
    ///   ``catchUp(atLeast:progress:)``, including that another event halts the projection.
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
        // Not recorded again if an earlier call was interrupted after this step. Two concurrent calls record two
        // decisions.
        if try await !skippedEvents().contains(skip.eventID) {
            try await store.append([try skip.event()], to: ProjectionSkip.stream(of: projection.name), as: .system)
        }
        return try await retry(progress: progress)
    }

    /// The halts of the live tables and of the shadow, if they are of this schema version and of this log.
    ///
    /// In another log the position holds another event.
    private func halts() async throws -> [ProjectionHalt] {
        let found = try await find()
        var halts: [ProjectionHalt] = []
        for tables in [found.live, found.shadow] {
            guard let state = tables.state, state.schemaVersion == projection.schemaVersion, let halt = state.halt,
                try await misfit(of: tables) == nil
            else { continue }
            halts.append(halt)
        }
        return halts
    }

    /// Clears the halt of the live tables or of the shadow.
    ///
    /// Returns whether there was one.
    @discardableResult
    func liftHalt(of tables: LiveOrShadow) async throws -> Bool {
        try await write { [version = projection.schemaVersion] model in
            let writer = try tables.writer(in: model)
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
