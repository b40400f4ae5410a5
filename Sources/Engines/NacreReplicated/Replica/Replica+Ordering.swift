internal import Nacre
internal import NacreLMDB

/// Giving a group its place in the log.
extension Replica {
    /// Waits while the replica is far behind: the writer would keep the request, and all others, waiting.
    ///
    /// - Parameter limit: How long to wait.
    /// - Throws: `EventStoreError`: `unreachable`, nothing written; `closed`, `diverged`; `CancellationError`.
    func approachTail(limit: Duration) async throws {
        guard let tail = look({ $0.distantTail }) else { return }
        do {
            try await wait(for: .applied(tail), limit: limit)
        } catch is TimeLimitPassed {
            throw notWritten(EventStoreError.replicaBehind)
        } catch let error as EventStoreError {
            throw notWritten(error)
        }
    }

    func groupBegins() {
        let deadline = ContinuousClock.now + options.appendLimit
        change { $0.group = ReplicaState.Group(deadline: deadline) }
    }

    func order(_ group: OrderedGroup) -> OrderingOutcome { ThreadWait.run { await self.ordered(group) } }

    func confirmCurrent() -> OrderingOutcome { ThreadWait.run { await self.confirmed() } }

    // MARK: Ordering

    /// What became of one entry.
    private enum EntryOutcome {
        case committed
        case conflict
        case failed(EventStoreError)
    }

    private func ordered(_ group: OrderedGroup) async -> OrderingOutcome {
        let deadline = look { $0.group.deadline }
        do {
            if try await awaitsOthers(before: deadline) { return .retry }
        } catch {
            return .failed(notWritten(error))
        }
        let parts = LogEntry.parts(of: group, by: node, limit: log.entryByteLimit)
        var expected = look { $0.applied }
        for part in parts {
            switch await append(part, expecting: expected, before: deadline) {
            case .committed:
                expected = expected.next
                observer.ordered(part.payload.count + LogEntry.Layout.payloadOffset)
            case .conflict: return await retry(before: deadline)
            case .failed(let error): return .failed(error)
            }
        }
        change { $0.ordered = expected }
        return .ordered
    }

    /// Whether entries have arrived that must be applied before anything is appended.
    ///
    /// Waits while another node appends the parts of a series, which an entry in between would make void.
    private func awaitsOthers(before deadline: ContinuousClock.Instant) async throws -> Bool {
        while true {
            let (isReady, isOpen, applied, age) = try look { state in
                if let ending = state.ending { throw ending }
                return (
                    state.hasCaughtUp && state.received == state.applied, state.series.isOpen, state.applied,
                    state.receivedAt.duration(to: .now)
                )
            }
            if isReady, !isOpen || age >= options.seriesPatience { return false }
            do {
                if isReady {
                    try await wait(for: .received(applied.next), limit: options.seriesPatience - age)
                } else {
                    try await fetch(upTo: applied.next, before: deadline)
                }
                return true
            } catch is TimeLimitPassed {
                // Otherwise another node has died between two parts.
                guard isReady else { throw EventStoreError.replicaBehind }
            }
        }
    }

    /// Waits a moment after a conflict, so that nodes do not stay in each other's way.
    private func retry(before deadline: ContinuousClock.Instant) async -> OrderingOutcome {
        let conflicts = change { state in
            state.group.conflicts += 1
            state.counts.conflicts += 1
            return state.group.conflicts
        }
        observer.conflict()
        guard ContinuousClock.now < deadline else { return .failed(notWritten(EventStoreError.outrun(conflicts))) }
        if conflicts >= options.conflictsBeforeWaiting {
            let most = options.conflictWait.nanoseconds << Int64(min(conflicts - options.conflictsBeforeWaiting, 4))
            try? await Task.sleep(for: .nanoseconds(Int64.random(in: 0...max(1, most))))
        }
        return .retry
    }

    /// Appends an entry, and finds out what became of it.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - sequence: The last entry that the replica has applied or this series appended.
    ///   - deadline: When to give up.
    /// - Returns: What became of it.
    private func append(
        _ entry: LogEntry, expecting sequence: LogSequence, before deadline: ContinuousClock.Instant
    ) async -> EntryOutcome {
        // REP-08: An unknown outcome is resolved by appending the same entry again, which the expectation makes safe.
        let bytes = entry.encoded
        var isDoubtful = false
        var attempt: Int64 = 0
        while true {
            // A series whose last part was not appended counts nowhere.
            func given(up error: any Error) -> EntryOutcome {
                .failed(failure(error, isDoubtful && entry.isLast ? .unknown : .notWritten))
            }
            guard ContinuousClock.now < deadline else { return given(up: TimeLimitPassed()) }
            do {
                switch try await asking(
                    ContinuousClock.now.duration(to: deadline), { try await $0.append(bytes, expecting: sequence) },
                    // What stands there is known from the stream, too, if the answer is late.
                    orElse: { [self] in
                        do { try await wait(for: .received(sequence.next), limit: nil) } catch { return nil }
                        return .conflict
                    })
                {
                case .committed(let place):
                    guard place == sequence.next else { return .failed(stopped(.unfenced(place, after: sequence))) }
                    return .committed
                case .conflict:
                    return try await isOwn(entry, behind: sequence, before: deadline) ? .committed : .conflict
                case .unknown(let error):
                    isDoubtful = true
                    if ContinuousClock.now >= deadline { throw error }
                }
            } catch let error as ReplicatedLogError where error.isOfConnection && ContinuousClock.now < deadline {
                // Nothing was appended by this call.
            } catch {
                if error is TimeLimitPassed || error is MissingEntries { isDoubtful = true }
                return given(up: error)
            }
            if look({ $0.isClosed }) { return given(up: TimeLimitPassed()) }
            attempt += 1
            change { $0.counts.retries += 1 }
            observer.retry()
            try? await Task.sleep(for: .milliseconds(Int64.random(in: 1...(5 << min(attempt, 5)))))
            if let outcome = arrived(entry, behind: sequence) { return outcome }
        }
    }

    /// Whether the entry that stands where one was to be appended is that one, whose answer was lost.
    private func isOwn(
        _ entry: LogEntry, behind sequence: LogSequence, before deadline: ContinuousClock.Instant
    ) async throws -> Bool {
        try await fetch(upTo: sequence.next, before: deadline)
        guard let found = look({ $0.buffered(at: sequence.next) }) else { return false }
        return try LogEntry(found).isSamePart(as: entry)
    }

    /// What the stream says about an entry that was appended; `nil` while nothing has arrived where it would stand.
    private func arrived(_ entry: LogEntry, behind sequence: LogSequence) -> EntryOutcome? {
        guard let found = look({ $0.buffered(at: sequence.next) }) else { return nil }
        guard let decoded = try? LogEntry(found) else { return .conflict }
        return decoded.isSamePart(as: entry) ? .committed : .conflict
    }

    // MARK: Refusals

    private func confirmed() async -> OrderingOutcome {
        let (deadline, known, applied) = look { ($0.group.deadline, $0.group.required, $0.applied) }
        do {
            let required: LogSequence
            if let known {
                required = known
            } else {
                required = max(try await tail(), look { $0.openingTail })
                change { $0.group.required = required }
            }
            guard applied < required else { return .ordered }
            try await fetch(upTo: required, before: deadline)
            return .retry
        } catch is TimeLimitPassed {
            return .failed(notWritten(EventStoreError.replicaBehind))
        } catch {
            return .failed(notWritten(error))
        }
    }

    // MARK: Errors

    private func notWritten(_ error: any Error) -> EventStoreError { failure(error, .notWritten) }

    private func failure(_ error: any Error, _ outcome: EventStoreError.Outcome) -> EventStoreError {
        if var error = error as? EventStoreError {
            error.outcome = outcome
            return error
        }
        if look({ $0.isClosed }), outcome == .notWritten {
            var closed = HeadWaiters.closed
            closed.outcome = outcome
            return closed
        }
        return .unreachableLog(log.name, error, outcome: outcome)
    }

    private func stopped(_ error: EventStoreError) -> EventStoreError {
        stop(error)
        return error
    }
}

extension EventStoreError {
    /// The error of an append on a node that has not followed the log to its end in time.
    fileprivate static var replicaBehind: EventStoreError {
        EventStoreError(
            .unreachable,
            "the replica is behind its log and did not catch up in time; nothing of this append is in the log: try again "
                + "later, or on another node")
    }

    /// The error of an append that other nodes were faster than, again and again.
    fileprivate static func outrun(_ conflicts: Int) -> EventStoreError {
        EventStoreError(
            .unreachable,
            """
            other nodes appended first, \(conflicts) times; nothing of this append is in the log: try again, or append \
            on fewer nodes
            """)
    }

    /// The error of a log that has appended an entry behind another one than the expected.
    fileprivate static func unfenced(_ place: LogSequence, after expected: LogSequence) -> EventStoreError {
        EventStoreError(
            .diverged,
            """
            the replicated log appended an entry as \(place) that was to stand right behind \(expected): it does not \
            keep the expectation, and no store may use it
            """, outcome: .unknown)
    }
}

extension Duration {
    /// The duration in nanoseconds.
    var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
