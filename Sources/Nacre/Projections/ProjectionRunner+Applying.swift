extension ProjectionRunner {
    /// An event that its projection cannot apply.
    private struct Unapplied: Error {
        let event: RecordedEvent
        let cause: any Error
    }

    private enum Outcome: Sendable {
        case applied(ReadModelState)
        case moved
        case unapplied(Unapplied)
    }

    /// Applies a batch, or the part of it that stands before the first event that cannot be applied.
    ///
    /// - Parameters:
    ///   - batch: A run of the log that begins right behind `state`.
    ///   - state: The state in which the model was found.
    /// - Returns: The new state, or `nil` where somebody else has changed the model meanwhile: nothing was applied.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/projectionHalted`` where an event cannot be
    ///   applied.
    func apply(_ batch: ProjectionBatch, onto state: ReadModelState?) async throws -> ReadModelState? {
        var batch = batch
        var unapplied: Unapplied?
        while batch.covered > state.position {
            switch try await write(batch, onto: state) {
            case .applied(let applied):
                if let unapplied { throw halted(unapplied) }
                return applied
            case .moved:
                return nil
            case .unapplied(let found):
                unapplied = found
                batch = batch.before(found.event)
            }
        }
        if let unapplied { throw halted(unapplied) }
        return state
    }

    private func write(_ batch: ProjectionBatch, onto state: ReadModelState?) async throws -> Outcome {
        let applied = ReadModelState(
            schemaVersion: projection.schemaVersion, checkpoint: try await store.checkpoint(at: batch.covered))
        do {
            return try await write { writer in
                // Somebody else may have applied the same events since, and must not be repeated.
                guard try writer.state() == state else { return .moved }
                for event in batch.events { try apply(event, to: writer) }
                try writer.setState(applied)
                return .applied(applied)
            }
        } catch let unapplied as Unapplied {
            return .unapplied(unapplied)
        }
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

    private func halted(_ unapplied: Unapplied) -> EventStoreError {
        let event = unapplied.event
        return EventStoreError(
            .projectionHalted,
            """
            projection \(quoted(projection.name)) halts before position \(event.position): it cannot apply \
            \(quoted(event.type.text)) of stream \(quoted(event.stream.text)): \(unapplied.cause): \
            mend the projection and catch up again
            """,
            position: event.position, cause: unapplied.cause)
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
    fileprivate var isOfTheDisk: Bool {
        [.inputOutput, .appendsStopped, .closed, .damaged].contains(code)
    }
}
