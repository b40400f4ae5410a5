extension ProjectionRunner {
    /// Rebuilds the read model from the whole log as a shadow beside the live model, which stays readable and up to
    /// date until the shadow has caught up and replaces it atomically.
    ///
    /// An interrupted rebuild resumes, in any process; a rebuild in progress elsewhere is joined. A rebuild that was
    /// halted by an event retries it. A new model, or one that does not fit the log, is filled in place, because it
    /// has nothing to serve meanwhile.
    ///
    /// - Parameters:
    ///   - progress: Called with the position applied to the new model and the head after every transaction.
    ///   - report: Called with each difference between the live and the new model at one position, ordered by table
    ///     and key, before the new model replaces the live one. It must return quickly. Nothing is compared if the
    ///     live model cannot be read, or if another runner has completed the rebuild.
    /// - Returns: The position up to which the model has applied the log.
    /// - Throws: Errors of ``catchUp(atLeast:progress:)``. The live model is then left as it is.
    @discardableResult
    public func rebuild(
        progress: ((_ applied: Position, _ head: Position) -> Void)? = nil,
        report: (@Sendable (ReadModelDifference) -> Void)? = nil
    ) async throws -> Position {
        // PROJ-29: A rebuild does not take another projection's model away.
        // PROJ-25: A rebuild builds a shadow beside the live model and swaps it in atomically.
        try projection.validate()
        let head = try await store.head()
        // Rebuilding again retries the event that halted the shadow.
        try await liftHalt(of: .shadow)
        let generation = try await find().generation
        var report = report
        while true {
            let found = try await find()
            if try await discardMisfit(in: found) { continue }
            guard let live = found.live.state, found.generation == generation else {
                // The model was rebuilt since the call began, or there is no live model to keep.
                return try await catchUp(progress: progress)
            }
            guard try await isOwn(.live, in: found), try await isOwn(.shadow, in: found) else { continue }
            guard let shadow = found.shadow.state, shadow.schemaVersion >= projection.schemaVersion else {
                _ = try await beginShadow(in: found)
                continue
            }
            guard shadow.schemaVersion == projection.schemaVersion else { throw newerReadModel(shadow.schemaVersion) }
            if let compared = report {
                do {
                    guard try await compare(shadow, live, head: head, progress: progress, compared) else { continue }
                    report = nil
                } catch let error as EventStoreError where error.isReadModelDamage {
                    guard try await discardDamaged(error) else { throw error }
                }
            } else if let reached = try await finish(shadow, besides: found, head: head, progress: progress) {
                return reached.checkpoint.position
            }
        }
    }

    /// Starts a shadow, unless another runner changed the model meanwhile.
    ///
    /// - Parameter found: The states that were found. A shadow of another schema version is removed.
    /// - Returns: Whether it was started.
    /// - Throws: ``EventStoreError``.
    func beginShadow(in found: FoundModel) async throws -> Bool {
        // PROJ-26: A shadow is resumed by schema version and definition.
        let new = ReadModelState(
            schemaVersion: projection.schemaVersion, checkpoint: try await store.checkpoint(at: 0), definition: own)
        return try await write { writer in
            guard try FoundModel(writer) == found else { return false }
            let shadow = try writer.writableShadow()
            try shadow.removeAll()
            try shadow.keep(new)
            return true
        }
    }

    /// Brings a shadow to the head, and at least to the position of the live tables, and replaces the live tables by
    /// it.
    ///
    /// - Parameters:
    ///   - shadow: The state of the shadow.
    ///   - found: The states that were found.
    ///   - head: The head.
    ///   - progress: Called with the applied position and the head.
    /// - Returns: The state of the new live tables; `nil` if the model must be read again.
    /// - Throws: Errors of ``catchUp(atLeast:progress:)``.
    func finish(
        _ shadow: ReadModelState, besides found: FoundModel, head: Position,
        progress: ((Position, Position) -> Void)?
    ) async throws -> ReadModelState? {
        // A model that is behind the live one must not replace it.
        let target = max(head, found.live.state.position)
        guard
            case .reached(let reached?) = try await advanceShadow(
                from: shadow, to: target, head: head, progress: progress)
        else { return nil }
        let didSwap = try await write { writer in
            // Another runner may have replaced the live tables since, perhaps with a newer version's: keep those. And
            // never move the live model back behind a position that a reader has already seen.
            guard try writer.shadow().state() == reached, try writer.generation() == found.generation,
                try writer.state().position <= reached.checkpoint.position
            else { return false }
            try writer.replaceByShadow()
            return true
        }
        return didSwap ? reached : nil
    }

    /// Applies the log to a shadow.
    ///
    /// A damaged shadow is discarded; the live tables are kept.
    private func advanceShadow(
        from shadow: ReadModelState, to target: Position, isExact: Bool = false, head: Position,
        progress: ((Position, Position) -> Void)?
    ) async throws -> Advance {
        do {
            return try await advance(
                .shadow, from: shadow, to: target, isExact: isExact, head: head, progress: progress)
        } catch let error as EventStoreError where error.isReadModelDamage {
            guard try await discardDamaged(error) else { throw error }
            return .moved
        }
    }

    /// Brings a shadow and the live tables to one position, and reports the differences.
    ///
    /// - Parameters:
    ///   - shadow: The state of the shadow.
    ///   - live: The state of the live tables.
    ///   - head: The head, for `progress`.
    ///   - progress: Called with the applied position and the head.
    ///   - report: Called with each difference.
    /// - Returns: Whether the comparison is complete; otherwise the model must be read again.
    /// - Throws: Errors of ``catchUp(atLeast:progress:)``.
    private func compare(
        _ shadow: ReadModelState, _ live: ReadModelState, head: Position, progress: ((Position, Position) -> Void)?,
        _ report: @escaping @Sendable (ReadModelDifference) -> Void
    ) async throws -> Bool {
        // Models can be compared only at one position, so the one behind is advanced to the other's.
        let (tables, from, to) =
            shadow.checkpoint.position <= live.checkpoint.position
            ? (LiveOrShadow.shadow, shadow, live) : (.live, live, shadow)
        // A resumed shadow can already be beyond the last position that the live tables can reach.
        if tables == .live, live.schemaVersion != projection.schemaVersion || live.halt != nil { return true }
        let target = to.checkpoint.position
        let advance =
            switch tables {
            case .live:
                try await advance(.live, from: from, to: target, isExact: true, head: head, progress: progress)
            case .shadow:
                try await advanceShadow(from: from, to: target, isExact: true, head: head, progress: progress)
            }
        guard case .reached = advance else { return false }
        return try await executor.run { [models, projection] in
            try models.read(projection.name) { live in
                let shadow = try live.shadow()
                guard let state = try shadow.state(), try live.state()?.checkpoint == state.checkpoint else {
                    return false
                }
                try projection.compare(live, with: shadow, report: report)
                return true
            }
        }
    }
}
