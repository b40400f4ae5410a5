internal import DomainKit

extension ProjectionRunner {
    /// What became of the attempt to bring tables to a position.
    enum Advance: Sendable {
        /// They stand there, or behind it.
        case reached(ReadModelState?)

        /// Somebody else has changed them meanwhile: one has to look again.
        case moved
    }

    /// What became of a batch.
    private enum Outcome: Sendable {
        /// It is written: the state that the tables have now, how many events were looked at, whether rows were too
        /// many for more of them, and how long applying them and the transaction took.
        case applied(
            ReadModelState, count: Int, isCut: Bool, gatheredIn: Duration, writtenIn: Duration)

        /// Somebody else has changed the tables meanwhile, and nothing was written.
        case moved

        /// There is nothing behind the state.
        case nothing
    }

    /// Applies the log to tables until they stand at a position or behind it.
    ///
    /// - Parameters:
    ///   - side: The tables.
    ///   - found: The state in which they were found.
    ///   - target: The position.
    ///   - isExact: Whether to stop right there, though it be within a commit.
    ///   - head: The head, for `progress`.
    ///   - progress: Is told the position applied and the head.
    /// - Returns: Whether that was reached.
    /// - Throws: ``EventStoreError``, with code ``EventStoreError/Code/projectionHalted`` where the projection halts
    ///   before that; `CancellationError` between two transactions.
    func advance(
        _ side: ModelSide, from found: ReadModelState?, to target: Position, isExact: Bool = false, head: Position,
        progress: ((Position, Position) -> Void)?
    ) async throws -> Advance {
        var state = found
        guard state.position < target else {
            try await observe(side, at: state.position)
            return .reached(state)
        }
        if let halt = try await inForce(state?.halt) {
            // Whoever measures sees from its growing lag that it stands still.
            try await observe(side, at: state.position)
            throw halt.error(of: projection.name)
        }
        let skipped = try await skippedEvents()
        var pace = BatchPace(batchSize)
        let kept = [KeptRows(), KeptRows()]
        while state.position < target {
            try Task.checkCancellation()
            var size = batchSize
            size.events = pace.events
            var range = BatchRange(
                state: state, side: side, end: isExact ? target : nil, size: size, skipped: skipped,
                kept: kept)
            divide(&range, upTo: isExact ? target : max(target, head))
            switch try await apply(range) {
            case .moved: return .moved
            case .nothing: return .reached(state)
            case .applied(let applied, let count, let isCut, let gathering, let duration):
                for rows in kept { rows.confirm(applied) }
                pace.took(gathering: gathering, duration, for: count)
                if isCut { pace.wasCut(at: count) }
                try await observe(side, at: applied.checkpoint.position, events: count, in: duration)
                state = applied
                progress?(state.position, max(head, state.position))
            }
        }
        return .reached(state)
    }

    /// Applies a batch, or the commits of it before that of the first event that cannot be applied, which halts the
    /// projection.
    ///
    /// - Parameter range: Which run of the log, to which tables.
    /// - Returns: What became of it.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/projectionHalted`` where an event cannot be
    ///   applied.
    private func apply(_ range: BatchRange) async throws -> Outcome {
        var range = range
        var halt: (kept: ProjectionHalt, cause: any Error, generation: UInt64?)?
        while true {
            switch try await gather(range) {
            case .moved:
                return .moved
            case .unencoded:
                halt = nil
                range.encodesAtOnce = true
            case .cut(let end):
                // What was to halt it stands behind the end, and is met again.
                halt = nil
                (range.end, range.size) = (end, nil)
            case .unapplied(let found, let whole, let generation):
                halt = (ProjectionHalt(found.event, cause: found.cause, since: time.now()), found.cause, generation)
                // What stands before the event in its own commit is not applied without it.
                (range.end, range.size) = (whole, nil)
            case .batch(let batch):
                if batch.count == 0, halt == nil { return .nothing }
                // With the rows of other tables it may well be applied.
                if let halt, halt.generation != batch.generation { return .moved }
                let outcome = try await write(
                    batch, of: range, haltedBy: halt?.kept)
                guard let halt, case .applied(let applied, let count, _, _, let duration) = outcome else {
                    return outcome
                }
                try await observe(range.side, at: applied.checkpoint.position, events: count, in: duration)
                observer?.halted(projection.name, by: halt.kept)
                throw halt.kept.error(of: projection.name, cause: halt.cause)
            }
        }
    }

    private func write(
        _ batch: GatheredBatch, of range: BatchRange, haltedBy halt: ProjectionHalt?
    ) async throws -> Outcome {
        let applied = ReadModelState(
            schemaVersion: projection.schemaVersion, checkpoint: try await store.checkpoint(at: batch.covered),
            halt: halt, definition: own)
        return try await executor.run { [models, clock] in
            var elapsed = clock.stopwatch()
            let hasApplied = try models.write(projection.name) { model in
                // Waiting for others is not what takes the time.
                elapsed = clock.stopwatch()
                let writer = try range.side.writer(in: model)
                // Somebody else may have applied the same events since, and must not be repeated; or has put other tables in
                // their place that are in the same state, and must not be overwritten by what was made of the old rows.
                guard try writer.state() == range.state, try writer.generation() == batch.generation else {
                    return false
                }
                try writer.locatingDamage {
                    try batch.changes.write(to: writer)
                    try writer.keep(applied)
                }
                return true
            }
            guard hasApplied else { return .moved }
            return .applied(
                applied, count: batch.count, isCut: range.size == nil, gatheredIn: batch.duration,
                writtenIn: elapsed())
        }
    }

    /// Tells the observer how far tables are, where there is one.
    private func observe(
        _ side: ModelSide, at position: Position, events: Int = 0, in duration: Duration = .zero
    ) async throws {
        guard let observer else { return }
        observer.applied(
            ProjectionProgress(
                projection: projection.name, isShadow: side == .shadow, events: UInt64(events), duration: duration,
                position: position, head: try await store.head()))
    }

    /// Runs a write of the projection's model where it may block.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any ReadModelWriter) throws -> Result
    ) async throws -> Result {
        if let refusal { throw refusal }
        return try await executor.run { [models, name = projection.name] in try models.write(name, body) }
    }
}

extension Clock<Duration> {
    /// Begins to measure: what it returns tells how long ago that was.
    func stopwatch() -> @Sendable () -> Duration {
        let begin = now
        return { begin.duration(to: now) }
    }
}

extension EventStoreError {
    /// Whether the failure is one of the place where things are kept, whatever is to be kept.
    var isOfTheDisk: Bool {
        [.inputOutput, .diskFull, .appendsStopped, .closed, .damaged, .locked].contains(code)
    }
}
