internal import DomainKit

extension ProjectionRunner {
    /// What became of the attempt to bring tables to a position.
    enum Advance: Sendable {
        /// They stand there, or behind it.
        case reached(ReadModelState?)

        /// Somebody else has changed them meanwhile: one has to look again.
        case moved
    }

    /// An event that its projection cannot apply.
    private struct Unapplied: Error {
        let event: RecordedEvent
        let cause: any Error
    }

    private enum Outcome: Sendable {
        case applied(ReadModelState, in: Duration)
        case moved
        case unapplied(Unapplied)
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
        var batches = ProjectionBatches(
            of: store, after: state.position, matching: projection.query, except: skipped, size: batchSize)
        var pace = BatchPace(batchSize)
        while state.position < target {
            try Task.checkCancellation()
            guard let batch = try await batches.next(upTo: isExact ? target : nil, limit: pace.events) else { break }
            guard let (applied, duration) = try await apply(batch, onto: state, of: side) else { return .moved }
            pace.took(duration, for: batch.count)
            try await observe(side, at: applied.checkpoint.position, events: batch.count, in: duration)
            state = applied
            progress?(state.position, max(head, state.position))
        }
        return .reached(state)
    }

    /// Applies a batch, or the part of it that stands before the first event that cannot be applied, which halts the
    /// projection.
    ///
    /// - Parameters:
    ///   - batch: A run of the log that begins right behind `state`.
    ///   - state: The state in which the tables were found.
    ///   - side: The tables.
    /// - Returns: The new state, and how long the transaction took; `nil` where somebody else has changed the tables
    ///   meanwhile: nothing was applied.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/projectionHalted`` where an event cannot be
    ///   applied.
    private func apply(
        _ batch: ProjectionBatch, onto state: ReadModelState?, of side: ModelSide
    ) async throws -> (ReadModelState, Duration)? {
        var batch = batch
        var halt: (kept: ProjectionHalt, cause: any Error)?
        while true {
            switch try await write(batch, haltedBy: halt?.kept, onto: state, of: side) {
            case .applied(let applied, let duration):
                guard let halt else { return (applied, duration) }
                try await observe(side, at: applied.checkpoint.position, events: batch.count, in: duration)
                observer?.halted(projection.name, by: halt.kept)
                throw halt.kept.error(of: projection.name, cause: halt.cause)
            case .moved:
                return nil
            case .unapplied(let found):
                halt = (ProjectionHalt(found.event, cause: found.cause, since: time.now()), found.cause)
                batch = batch.before(found.event)
            }
        }
    }

    private func write(
        _ batch: ProjectionBatch, haltedBy halt: ProjectionHalt?, onto state: ReadModelState?, of side: ModelSide
    ) async throws -> Outcome {
        let applied = ReadModelState(
            schemaVersion: projection.schemaVersion, checkpoint: try await store.checkpoint(at: batch.covered),
            halt: halt)
        do {
            return try await executor.run { [models] in
                var begin = ContinuousClock.now
                let hasApplied = try models.write(projection.name) { model in
                    // Waiting for others is not what takes the time.
                    begin = .now
                    let writer = try side.writer(in: model)
                    // Somebody else may have applied the same events since, and must not be repeated.
                    guard try writer.state() == state else { return false }
                    for event in batch.events { try apply(event, to: writer) }
                    try writer.setState(applied)
                    return true
                }
                return hasApplied ? .applied(applied, in: begin.duration(to: .now)) : .moved
            }
        } catch let unapplied as Unapplied {
            return .unapplied(unapplied)
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

    private func apply(_ event: RecordedEvent, to writer: any ReadModelWriter) throws {
        do {
            try projection.apply(event, to: writer)
        } catch let error as EventStoreError where error.isOfTheDisk {
            // The event is not to blame: it will be applied once the disk is well again.
            throw error
        } catch {
            throw Unapplied(event: event, cause: error)
        }
    }

    /// Runs a write of the projection's model where it may block.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any ReadModelWriter) throws -> Result
    ) async throws -> Result {
        try await executor.run { [models, name = projection.name] in try models.write(name, body) }
    }
}

extension EventStoreError {
    /// Whether the failure is one of the place where things are kept, whatever is to be kept.
    var isOfTheDisk: Bool {
        [.inputOutput, .appendsStopped, .closed, .damaged].contains(code)
    }
}
