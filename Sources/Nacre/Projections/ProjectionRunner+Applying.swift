internal import DomainKit

extension ProjectionRunner {
    /// The result of bringing tables to a position.
    enum Advance: Sendable {
        /// The tables are at the position or after it.
        case reached(ReadModelState?)

        /// Another runner changed the tables meanwhile: read them again.
        case moved
    }

    /// The result of a batch.
    private enum Outcome: Sendable {
        /// The batch is written: the new state of the tables, the number of events read, whether the batch was cut
        /// because it kept too many rows, and how long applying the events and the transaction took.
        case applied(
            ReadModelState, count: Int, isCut: Bool, gatheredIn: Duration, writtenIn: Duration)

        /// Another runner changed the tables meanwhile, and nothing was written.
        case moved

        /// There are no events after the state.
        case nothing
    }

    /// Applies the log to tables until they are at a position or after it.
    ///
    /// - Parameters:
    ///   - tables: The live tables or the shadow.
    ///   - found: The state in which they were found.
    ///   - target: The position.
    ///   - isExact: Whether to stop exactly there, even within a commit.
    ///   - head: The head, for `progress`.
    ///   - progress: Called with the applied position and the head.
    /// - Returns: Whether the position was reached.
    /// - Throws: ``EventStoreError``, with code ``EventStoreError/Code/projectionHalted`` if the projection halts
    ///   before it; `CancellationError` between two transactions.
    func advance(
        _ tables: LiveOrShadow, from found: ReadModelState?, to target: Position, isExact: Bool = false, head: Position,
        progress: ((Position, Position) -> Void)?
    ) async throws -> Advance {
        var state = found
        guard state.position < target else {
            try await observe(tables, at: state.position)
            return .reached(state)
        }
        if let halt = try await inForce(state?.halt) {
            // Report to the observer, so that metrics show the growing lag of a halted projection.
            try await observe(tables, at: state.position)
            throw halt.error(of: projection.name)
        }
        let skipped = try await skippedEvents()
        var pace = BatchPace(batchSize)
        // One for each half of a divided batch.
        let kept = [CachedRows(), CachedRows()]
        var fetched = FetchedEvents()
        while state.position < target {
            try Task.checkCancellation()
            var size = batchSize
            size.events = pace.events
            var range = BatchRange(
                state: state, tables: tables, end: isExact ? target : nil, size: size, skipped: skipped,
                kept: kept)
            divide(&range, upTo: isExact ? target : max(target, head))
            switch try await apply(range, keeping: &fetched) {
            case .moved: return .moved
            case .nothing: return .reached(state)
            case .applied(let applied, let count, let isCut, let gathering, let duration):
                for rows in kept { rows.confirm(applied) }
                pace.took(gathering: gathering, duration, for: count)
                if isCut { pace.wasCut(at: count) }
                try await observe(tables, at: applied.checkpoint.position, events: count, in: duration)
                state = applied
                progress?(state.position, max(head, state.position))
            }
        }
        return .reached(state)
    }

    /// Applies a batch.
    ///
    /// If an event cannot be applied, the commits before it are applied and the projection halts.
    ///
    /// - Parameters:
    ///   - range: The part of the log, and the tables.
    ///   - fetched: The fetched events that are kept between batches, for a log that is not mapped.
    /// - Returns: The result.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/projectionHalted`` if an event cannot be
    ///   applied.
    private func apply(_ range: BatchRange, keeping fetched: inout FetchedEvents) async throws -> Outcome {
        var range = range
        var halt: (kept: ProjectionHalt, cause: any Error, generation: UInt64?)?
        while true {
            switch try await gather(range, keeping: &fetched) {
            case .moved:
                return .moved
            case .unencoded:
                halt = nil
                range.encodesEagerly = true
            case .cut(let end):
                // The event that would halt the projection is after the new end; a later batch will reach it.
                halt = nil
                (range.end, range.size) = (end, nil)
            case .unapplied(let found, let whole, let generation):
                halt = (ProjectionHalt(found.event, cause: found.cause, since: time.now()), found.cause, generation)
                // Earlier events of the same commit are not applied without it: a commit is applied whole.
                (range.end, range.size) = (whole, nil)
            case .batch(let batch):
                if batch.count == 0, halt == nil { return .nothing }
                // The tables were replaced since the event failed; it may apply to the rows of the new ones.
                if let halt, halt.generation != batch.generation { return .moved }
                let outcome = try await write(
                    batch, of: range, haltedBy: halt?.kept)
                guard let halt, case .applied(let applied, let count, _, _, let duration) = outcome else {
                    return outcome
                }
                try await observe(range.tables, at: applied.checkpoint.position, events: count, in: duration)
                observer?.halted(projection.name, by: halt.kept)
                throw halt.kept.error(of: projection.name, cause: halt.cause)
            }
        }
    }

    private func write(
        _ batch: GatheredBatch, of range: BatchRange, haltedBy halt: ProjectionHalt?
    ) async throws -> Outcome {
        // PROJ-01: A read model and its checkpoint change in one transaction.
        let applied = ReadModelState(
            schemaVersion: projection.schemaVersion, checkpoint: try await store.checkpoint(at: batch.covered),
            halt: halt, definition: own)
        return try await executor.run { [models, clock, watch] in
            var elapsed = clock.stopwatch()
            let hasApplied = try models.write(projection.name) { model in
                // Restart the stopwatch: waiting for the write lock does not count.
                elapsed = clock.stopwatch()
                let writer = try range.tables.writer(in: model)
                // Another runner may have applied the same events since, or replaced the tables by others in the same
                // state. In both cases, changes computed from the old rows must not be written.
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
            try watch?.report(batch.watched)
            return .applied(
                applied, count: batch.count, isCut: range.size == nil, gatheredIn: batch.duration,
                writtenIn: elapsed())
        }
    }

    /// Reports the progress of tables to the observer, if there is one.
    private func observe(
        _ tables: LiveOrShadow, at position: Position, events: Int = 0, in duration: Duration = .zero
    ) async throws {
        guard let observer else { return }
        observer.applied(
            ProjectionProgress(
                projection: projection.name, isShadow: tables == .shadow, events: UInt64(events), duration: duration,
                position: position, head: try await store.head()))
    }

    /// Runs a write transaction of the projection's model on the executor, where it may block.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any ReadModelWriter) throws -> Result
    ) async throws -> Result {
        if let refusal { throw refusal }
        return try await executor.run { [models, name = projection.name] in try models.write(name, body) }
    }
}

extension Clock<Duration> {
    /// Starts a stopwatch.
    ///
    /// The returned closure gives the elapsed time.
    func stopwatch() -> @Sendable () -> Duration {
        let begin = now
        return { begin.duration(to: now) }
    }
}

extension EventStoreError {
    /// Whether the storage failed, regardless of the event.
    var isDiskError: Bool {
        // None of these says anything about the event, so none halts the projection.
        [.inputOutput, .diskFull, .appendsStopped, .closed, .damaged, .locked].contains(code)
    }
}
