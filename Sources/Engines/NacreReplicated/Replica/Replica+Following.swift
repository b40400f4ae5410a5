internal import Nacre
internal import NacreLMDB

/// Following the log: entries arrive here and are applied by the writer's thread of the local store.
extension Replica {
    /// Follows the log until the task is cancelled or the replica stops.
    func follow() async {
        var failures = 0
        while !Task.isCancelled, look({ $0.ending == nil }) {
            do {
                try await receiveEntries()
                failures += 1
            } catch is CancellationError {
                return
            } catch let error as ReplicatedLogError where error.code == .trimmed {
                stop(.trimmedLog(error, at: look { $0.received }))
                return
            } catch is MissingEntries {
                failures += 1
            } catch {
                noteFailure(error)
                failures += 1
            }
            // A stream that ended is begun again, more slowly if that happens often.
            let pause = Duration.milliseconds(Int64.random(in: 1...10) << Int64(min(failures, 6)))
            do { try await Task.sleep(for: pause) } catch { return }
            if look({ $0.receivedAt.duration(to: .now) < pause * 2 }) { failures = 0 }
        }
    }

    private func receiveEntries() async throws {
        for try await entry in log.entries(after: look { $0.received }) {
            try receive(entry)
            if look({ !$0.hasRoom }) { try await wait(for: .room, limit: nil) }
        }
        try Task.checkCancellation()
    }

    /// Takes in an entry, and wakes the writer's thread for it.
    func receive(_ entry: SequencedEntry) throws(MissingEntries) {
        let result = change { state -> Result<(@Sendable () -> Void)?, MissingEntries> in
            do throws(MissingEntries) {
                return .success(try state.receive(entry) ? state.interrupt : nil)
            } catch {
                return .failure(error)
            }
        }
        try result.get()?()
    }

    /// Makes sure that entries have arrived, and reads them one by one if the stream is late.
    ///
    /// - Parameters:
    ///   - sequence: The last of them, which the log has.
    ///   - deadline: When to give up.
    /// - Throws: ``TimeLimitPassed``; errors of the log and of the replica.
    func fetch(upTo sequence: LogSequence, before deadline: ContinuousClock.Instant) async throws {
        // Mostly the stream brings them within a round trip.
        do {
            return try await wait(for: .received(sequence), limit: options.streamLead)
        } catch is TimeLimitPassed {}
        while true {
            let next = try look { state in
                if let ending = state.ending { throw ending }
                return state.received.next
            }
            guard next <= sequence else { return }
            let entry = try await asking(ContinuousClock.now.duration(to: deadline)) { try await $0.entry(at: next) }
            guard let entry else { throw MissingEntries() }
            try receive(entry)
        }
    }

    /// Watches the log and the stream until the task is cancelled.
    ///
    /// - Parameters:
    ///   - restart: Begins the stream again.
    ///   - note: Notes how far the log was followed, if that is due.
    func watch(restarting restart: () -> Void, noting note: () -> Void) async {
        while !Task.isCancelled, look({ $0.ending == nil }) {
            do { try await Task.sleep(for: options.watchInterval) } catch { return }
            let before = look { $0.received }
            // Failures are noted, and told once.
            guard let tail = try? await tail() else { continue }
            let isStalled = look { $0.received == before && before < tail && $0.hasRoom }
            if isStalled { restart() }
            observer.state(status)
            note()
        }
    }
}

extension Replica: CommitOrdering {
    func attach(interrupt: @escaping @Sendable () -> Void) {
        change { $0.interrupt = interrupt }
    }

    func nextFollowed() throws(EventStoreError) -> FollowedGroups? {
        let (entries, open) = look { state in
            (state.isStarted && state.failure == nil ? Array(state.batch) : [], state.series)
        }
        guard let last = entries.last else { return nil }
        var series = open
        var groups: [[UInt8]] = []
        do throws(ReplicatedLogError) {
            for entry in entries {
                let decoded = try LogEntry(entry)
                guard decoded.storeID == storeID else {
                    throw .otherStore(decoded.storeID, at: entry.sequence, storeID)
                }
                guard decoded.kind == .commits else { continue }
                if let blocks = series.take(decoded) { groups.append(blocks) }
            }
        } catch {
            throw EventStoreError(.diverged, error.message, cause: error)
        }
        change { $0.nextSeries = series }
        return FollowedGroups(groups: groups, sequence: last.sequence.number)
    }

    func didApply(
        _ groups: FollowedGroups, followedEnd: Checkpoint?, end: Checkpoint
    ) throws(EventStoreError) {
        let caughtUp = change { state -> (EventStoreError?, Bool) in
            let hadCaughtUp = state.hasCaughtUp
            state.apply(upTo: LogSequence(groups.sequence))
            state.series = state.nextSeries
            if let followedEnd { state.end = followedEnd }
            state.counts.followedGroups += groups.groups.count
            guard !hadCaughtUp, state.hasCaughtUp, let logEnd = state.end else { return (nil, false) }
            do throws(EventStoreError) {
                try Self.check(end, isNotBehind: logEnd)
                return (nil, true)
            } catch {
                return (error, false)
            }
        }
        if let error = caughtUp.0 { throw error }
        observer.followed(groups.groups.count)
    }

    func didWrite(end: Checkpoint) {
        change { state in
            state.apply(upTo: state.ordered)
            state.series = EntrySeries()
            state.end = end
            state.counts.orderedGroups += 1
        }
    }

    func didStop(_ error: EventStoreError) {
        // The store wraps what stopped it.
        let cause = error.cause as? EventStoreError
        stop(error.code == .appendsStopped ? cause ?? error : error)
    }
}

extension ReplicatedLogError {
    static func otherStore(_ found: StoreID, at sequence: LogSequence, _ own: StoreID) -> ReplicatedLogError {
        ReplicatedLogError(
            .foreignContent,
            """
            entry \(sequence) of the log belongs to store \(found), and this node's replica to store \(own): give each \
            store a prefix of its own in the log, and each node a folder of its own
            """)
    }
}

extension EventStoreError {
    /// The error of a node that is behind what the log has forgotten.
    static func trimmedLog(_ cause: ReplicatedLogError, at sequence: LogSequence) -> EventStoreError {
        EventStoreError(
            .diverged,
            """
            the replica has followed the log up to entry \(sequence), and the log has forgotten what comes next: move \
            its folder away, put a backup of another node in its place, and open it again
            """, cause: cause)
    }
}
