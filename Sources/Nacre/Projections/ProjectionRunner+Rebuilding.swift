extension ProjectionRunner {
    /// Makes the read model anew from the whole log, beside the live one, which is read and brought up to date until
    /// the new one has caught up and takes its place at one stroke.
    ///
    /// A rebuild that was interrupted, in whichever process, goes on where it was; one that is under way elsewhere is
    /// joined. One that an event had halted tries that event again. A new model, and one that does not fit the log,
    /// have nothing to show meanwhile: they are filled in place.
    ///
    /// - Parameters:
    ///   - progress: Is told the position applied to the new model and the head, after every transaction.
    ///   - report: Is told how the live model differs from the new one at one position, ordered by table and key,
    ///     before that takes its place; it must be quick. Nothing is compared where the live model cannot be read, or
    ///     others have built the new one.
    /// - Returns: The position up to which the model has applied the log.
    /// - Throws: What ``catchUp(atLeast:progress:)`` throws; the live model is left as it is then.
    @discardableResult
    public func rebuild(
        progress: ((_ applied: Position, _ head: Position) -> Void)? = nil,
        report: (@Sendable (ReadModelDifference) -> Void)? = nil
    ) async throws -> Position {
        try projection.validate()
        let head = try await store.head()
        try await liftHalt(of: .shadow)
        let generation = try await look().generation
        var report = report
        while true {
            let found = try await look()
            if try await discardMisfit(in: found) { continue }
            guard let live = found.live.state, found.generation == generation else {
                // It has been made anew since the call began, or there is nothing to be kept beside.
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
                    guard try await meet(shadow, live, head: head, progress: progress, compared) else { continue }
                    report = nil
                } catch let error as EventStoreError where error.isDamageOfReadModel {
                    guard try await discardDamaged(error) else { throw error }
                }
            } else if let reached = try await finish(shadow, besides: found, head: head, progress: progress) {
                return reached.checkpoint.position
            }
        }
    }

    /// Begins a shadow, unless somebody else has changed the model meanwhile.
    ///
    /// - Parameter found: What was found of the model; a shadow of another schema version is removed.
    /// - Returns: Whether it was begun.
    /// - Throws: ``EventStoreError``.
    func beginShadow(in found: FoundModel) async throws -> Bool {
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

    /// Brings a shadow to the head, and to where the live tables stand, and puts it in their place.
    ///
    /// - Parameters:
    ///   - shadow: The state of the shadow.
    ///   - found: What was found of the model.
    ///   - head: The head.
    ///   - progress: Is told the position applied and the head.
    /// - Returns: The state in which it took their place; `nil` where one has to look again.
    /// - Throws: What ``catchUp(atLeast:progress:)`` throws.
    func finish(
        _ shadow: ReadModelState, besides found: FoundModel, head: Position,
        progress: ((Position, Position) -> Void)?
    ) async throws -> ReadModelState? {
        let target = max(head, found.live.state.position)
        guard
            case .reached(let reached?) = try await advanceShadow(
                from: shadow, to: target, head: head, progress: progress)
        else { return nil }
        let hasTakenPlace = try await write { writer in
            // Tables that others have put into the live ones' place since, of a newer version perhaps, stay. And whoever
            // has seen the live model at a position must not find it before that.
            guard try writer.shadow().state() == reached, try writer.generation() == found.generation,
                try writer.state().position <= reached.checkpoint.position
            else { return false }
            try writer.replaceByShadow()
            return true
        }
        return hasTakenPlace ? reached : nil
    }

    /// Applies the log to a shadow; one that turns out to be damaged is discarded, and nothing else.
    private func advanceShadow(
        from shadow: ReadModelState, to target: Position, isExact: Bool = false, head: Position,
        progress: ((Position, Position) -> Void)?
    ) async throws -> Advance {
        do {
            return try await advance(
                .shadow, from: shadow, to: target, isExact: isExact, head: head, progress: progress)
        } catch let error as EventStoreError where error.isDamageOfReadModel {
            guard try await discardDamaged(error) else { throw error }
            return .moved
        }
    }

    /// Brings a shadow and the live tables to one position, and reports how they differ.
    ///
    /// - Parameters:
    ///   - shadow: The state of the shadow.
    ///   - live: The state of the live tables.
    ///   - head: The head, for `progress`.
    ///   - progress: Is told the position applied and the head.
    ///   - report: Is told each difference.
    /// - Returns: Whether there is nothing left to compare; otherwise one has to look again.
    /// - Throws: What ``catchUp(atLeast:progress:)`` throws.
    private func meet(
        _ shadow: ReadModelState, _ live: ReadModelState, head: Position, progress: ((Position, Position) -> Void)?,
        _ report: @escaping @Sendable (ReadModelDifference) -> Void
    ) async throws -> Bool {
        let (side, from, to) =
            shadow.checkpoint.position <= live.checkpoint.position
            ? (ModelSide.shadow, shadow, live) : (.live, live, shadow)
        // A shadow that went on before it was interrupted has passed where the live tables can be brought to.
        if side == .live, live.schemaVersion != projection.schemaVersion || live.halt != nil { return true }
        let target = to.checkpoint.position
        let advance =
            switch side {
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
