internal import DomainKit

extension ProcessRunner {
    /// The result of handling an event.
    private enum Outcome {
        /// The reaction was appended.
        case appended

        /// There is no reaction.
        case nothing

        /// The event was skipped by decision.
        case skipped

        /// Another runner has written to the process's stream.
        case moved
    }

    /// Handles an event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - state: The state of the process, which is updated.
    /// - Returns: Whether the event was handled; `false` if another runner came first, so that the state must be read
    ///   again.
    /// - Throws: Errors of ``catchUp(progress:)``.
    func handle(_ event: RecordedEvent, _ state: inout ProcessState) async throws -> Bool {
        try Task.checkCancellation()
        let outcome: Outcome
        do {
            outcome =
                state.skips[event.id] == nil ? try await decide(on: event, at: state.version) : .skipped
        } catch  where error.isTransient {
            throw error
        } catch {
            // An error thrown because the task is cancelled says nothing about the event.
            try Task.checkCancellation()
            return try await halt(before: event, because: error, at: state.version)
        }
        state.position = event.position
        switch outcome {
        case .moved:
            return false
        case .appended:
            state.version += 1
            state.unwritten = 0
        case .nothing, .skipped:
            state.unwritten += 1
            if outcome == .skipped || state.unwritten >= checkpointInterval {
                guard try await journal.record(.reached(.init(event)), at: state.version) else { return false }
                state.version += 1
                state.unwritten = 0
            }
        }
        return true
    }

    /// Decides the reaction to an event and appends it.
    ///
    /// On conflict, it decides again on fresh state.
    private func decide(on event: RecordedEvent, at version: StreamVersion) async throws -> Outcome {
        var conflicts = ConflictHistory()
        let mayRetry = { (error: any Error) throws -> Bool in
            guard error.isConflict else { return false }
            if let repetition = conflicts.repetition(by: error) {
                // Wrapped, because a bare conflict is transient and would not halt the process. See PROC-06.
                throw RepeatedConflict(repetition: repetition, cause: error)
            }
            return true
        }
        return try await conflictRetry(where: mayRetry) {
            guard let commit = try await reaction(to: event) else { return .nothing }
            return try await journal.record(.reached(.init(event)), with: commit, at: version) ? .appended : .moved
        }
    }

    /// The reaction to an event; `nil` for none.
    private func reaction(to event: RecordedEvent) async throws -> Commit? {
        // PROC-08: Effects of a process carry no caller-supplied ids.
        // Two processes that react to reserved streams could trigger each other forever.
        if event.stream.isReserved { return nil }
        return try await EventContext.reacting(to: event) {
            guard var commit = try await manager.react(to: event), !commit.entries.isEmpty else { return nil }
            for index in commit.entries.indices {
                guard commit.entries[index].event.id == nil else {
                    throw EventStoreError.invalid(
                        "the events of a reaction carry no ids: the process's checkpoint records them once")
                }
                // The runner appends as the system author; the manager must not use that to write reserved streams.
                guard !commit.entries[index].stream.isReserved else {
                    throw EventStoreError.reserved(commit.entries[index].stream)
                }
                try commit.entries[index].event.add(EventContext.current)
            }
            return commit
        }
    }

    /// Records that an event cannot be handled, and throws.
    ///
    /// - Returns: `false` if another runner came first.
    private func halt(
        before event: RecordedEvent, because cause: any Error, at version: StreamVersion
    ) async throws -> Bool {
        let kept = "it cannot handle \(event.described(before: cause))".prefix(utf8: ProjectionHalt.reasonBytes)
        // If another runner has handled the event meanwhile, this failure does not count.
        guard try await journal.record(.halted(.init(event), reason: kept), at: version) else { return false }
        throw ProcessHalt(position: event.position, eventID: event.id, reason: kept, since: time.now())
            .error(of: manager.name, cause: (cause as? RepeatedConflict)?.cause ?? cause)
    }
}

/// A reaction conflicts again, and no retry can succeed.
private struct RepeatedConflict: Error, CustomStringConvertible {
    let repetition: ConflictHistory.Repetition
    let cause: any Error

    var description: String {
        switch repetition {
        case .unchanged: "it conflicts again on unchanged state: \(cause)"
        case .passed(let times):
            """
            \(times) times in a row it expected a version that the stream has passed: let it decide on streams and \
            queries, not on a read model, which may lag: \(cause)
            """
        }
    }
}

extension Error {
    /// Whether the failure is temporary and not caused by the event.
    fileprivate var isTransient: Bool {
        isConflict || self is CancellationError || (self as? EventStoreError)?.isDiskError == true
    }
}
