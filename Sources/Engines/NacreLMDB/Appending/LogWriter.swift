import DomainKit
import LMDB
import Nacre

/// The writer thread: takes waiting requests, makes them durable together (group commit), and answers them.
///
/// A group goes into the journal while that is in use, otherwise into one transaction. LMDB ties a write transaction to
/// its thread, so it begins, works and commits in one synchronous job here.
final class LogWriter: Sendable {
    // APP-01: One writer thread commits all waiting appends in one transaction (group commit).

    let environment: Environment
    let queue: AppendQueue
    let completions: CompletionDispatcher
    let tail: Tail
    private let indexing: Indexing
    let isDurable: Bool
    let head: HeadSignal
    let observer: StoreObserver
    private let counts = Monitor(AppendStatistics())
    /// `nil` if no journal may be used.
    let journaling: Journaling?
    /// Gives each group its place in a replicated log; `nil` if the store is no replica.
    let ordering: (any CommitOrdering)?
    let seat: WriterSeat
    /// The ids in the appends whose outcome is unknown.
    private let doubtfulIDs = Monitor<Set<EventID>>([])

    init(
        environment: Environment, isDurable: Bool, queue: AppendQueue, completions: CompletionDispatcher, tail: Tail,
        indexing: Indexing, head: HeadSignal, observer: StoreObserver, journaling: Journaling?,
        ordering: (any CommitOrdering)? = nil, writer: GroupWriter
    ) {
        self.environment = environment
        self.isDurable = isDurable
        self.queue = queue
        self.completions = completions
        self.tail = tail
        self.indexing = indexing
        self.head = head
        self.observer = observer
        self.journaling = journaling
        self.ordering = ordering
        seat = WriterSeat(writer, JournalUse(journaling))
    }

    /// What has been written since the store was opened.
    var statistics: AppendStatistics { counts.withLock { $0 } }

    /// Writes until the queue is closed or the disk fails.
    func run() {
        // APP-10: Callers are resumed on a thread beside the writer.
        while true {
            // Wait before taking requests: in the queue they can still be withdrawn, and count against its bound.
            tail.waitForRoom()
            guard queue.waitForRequests() else { break }
            writeTaken()
            seat.aloneCount = 0
            queue.leaveSeat()
        }
        endJournal()
        journaling?.close()
        completions.close()
    }

    /// Writes the taken requests, or waiting ones if none are taken, and answers them.
    func writeTaken() {
        var rebuilds = 0
        repeat {
            do {
                let outcome = try write(&seat.group, with: &seat.writer, &seat.journal, rebuilds: &rebuilds)
                let answered = seat.group.answer(outcome.judged)
                if answered.count == 1 { answered.first?.resumed = ConditionLock.now }
                completions.dispatch(answered)
                if let postings = outcome.postings.last { head.advance(to: postings.end.position) }
            } catch {
                fail(seat.group.rest, error)
                completions.dispatch(seat.group.answer(seat.group.rest.count))
            }
        } while !seat.group.rest.isEmpty
    }

    /// Ends the use of the journal before the store closes.
    func endJournal() {
        do {
            try seat.journal.end()
        } catch {
            // Everything acknowledged is in the journal, from which the next opening takes it.
            observer.log.journalNotDrained(error)
        }
    }

    /// Stops appends, and sets the answers of the requests that were being written.
    func fail(_ requests: ArraySlice<AppendRequest>, _ error: any Error) {
        let failure = GroupFailure(error)
        for (index, request) in requests.enumerated() {
            let answer = failure.answer(to: request, at: index)
            request.answer = answer
            guard case .refused(let error) = answer, (error as? EventStoreError)?.outcome == .unknown else { continue }
            // Before waiting repeats of it are refused.
            doubtfulIDs.withLock { $0.formUnion(request.prepared.ids) }
        }
        // A failed sync is never repeated and then trusted: only reopening resumes appends (APP-20).
        queue.stop(failure.notWritten)
        ordering?.didStop((error as? EventStoreError) ?? failure.notWritten)
        observer.log.appendsStopped(failure.notWritten)
    }

    /// Whether an earlier append of the commit failed with an unknown outcome: its events may be in the log.
    func mayHold(_ commit: Commit) -> Bool {
        doubtfulIDs.withLock { ids in commit.entries.contains { $0.event.id.map(ids.contains) ?? false } }
    }

    /// Writes as many requests as fit one transaction and sets their answers.
    ///
    /// - Parameters:
    ///   - group: The requests to write. If it is empty, waiting requests are taken once the write lock is held; until
    ///     then they can be withdrawn.
    ///   - writer: Evaluates and packs the requests.
    ///   - journal: The journal, into which the group goes if it is in use.
    ///   - rebuilds: How often the index was rebuilt for this group.
    /// - Returns: The outcome: how many requests, from the first, have their answers, and the postings of the new
    ///   events.
    /// - Throws: Any error stops appends: ``GroupFailure``, or `appendsStopped` if the map cannot grow.
    private func write(
        _ group: inout TakenGroup, with writer: inout GroupWriter, _ journal: inout JournalUse, rebuilds: inout Int
    ) throws -> GroupOutcome {
        var committing: GroupOutcome?
        let recoveries = indexing.recoveries
        let outcome: GroupOutcome
        do {
            if let ordering {
                outcome = try writeOrdered(&group, with: &writer, by: ordering, &committing)
            } else {
                outcome =
                    try writeFrame(&group, with: &writer, in: &journal, &committing)
                    ?? commit(&group, with: &writer, &journal, &committing)
            }
        } catch let error as LMDBError where error.code == .lockTimeout {
            // No transaction was begun and the disk has not failed: appends continue with the next request.
            let refusal = EventStoreError.locked(error)
            queue.refuse(refusal)
            return refused(group.rest, refusal)
        } catch let error as LMDBError where error.code == .waitEnded {
            return refused(group.rest, .storeClosed)
        } catch let error as LMDBError where error.code == .mapFull {
            writer.invalidateCaches()
            try enlargeMap()
            return GroupOutcome()
        } catch let damage as UnusableIndex {
            writer.invalidateCaches()
            rebuilds += 1
            return try repairing(group.rest) {
                guard rebuilds <= Indexing.maxRebuilds else {
                    throw damage.lasting(at: indexing.index.environment.path)
                }
                try indexing.recover(from: damage, since: recoveries)
            }
        } catch is IndexBehind {
            writer.invalidateCaches()
            return try repairing(group.rest) { try indexing.catchUpOnce(since: recoveries) }
        } catch let error as EventStoreError where error.code == .damaged {
            // The end of the log cannot be read, so no block can continue it. The disk itself has not failed.
            writer.invalidateCaches()
            return refused(group.rest, error)
        } catch {
            writer.invalidateCaches()
            journal.didFail(error)
            throw GroupFailure(error, committing: committing)
        }
        note(outcome)
        return outcome
    }

    /// Publishes the postings of a group that is durable, and counts it.
    func note(_ outcome: GroupOutcome) {
        if !outcome.postings.isEmpty {
            for postings in outcome.postings { tail.append(postings) }
            counts.withLock { $0.add(outcome) }
        }
        if let lag = outcome.clockLag { observer.log.clockBehind(by: lag) }
        observer.metrics?.groupEnds(outcome)
    }

    /// Repairs or catches up the index so that the requests can be evaluated; refuses them if that fails.
    ///
    /// The log is not affected, so appends continue with the next group.
    private func repairing(_ requests: ArraySlice<AppendRequest>, _ body: () throws -> Void) throws -> GroupOutcome {
        do {
            try body()
            return GroupOutcome()
        } catch let error as EventStoreError {
            return refused(requests, error)
        }
    }

    private func refused(_ requests: ArraySlice<AppendRequest>, _ error: EventStoreError) -> GroupOutcome {
        for request in requests { request.answer = .refused(error.notWritten) }
        var outcome = GroupOutcome()
        outcome.judged = requests.count
        return outcome
    }

    private func enlargeMap() throws(EventStoreError) {
        do throws(LMDBError) {
            try environment.growMap(toAtLeast: environment.mapSize * 2)
        } catch {
            throw .appendsStopped(error, outcome: .notWritten)
        }
    }
}

extension EventStoreError {
    /// The error of an append that wrote nothing.
    var notWritten: EventStoreError {
        var error = self
        error.outcome = .notWritten
        return error
    }

    /// The error of a write that waited too long for a lock of another process or thread.
    static func locked(_ cause: LMDBError) -> EventStoreError {
        EventStoreError(
            .locked, "\(cause.message); nothing was written: try again", outcome: .notWritten,
            cause: cause)
    }

    /// The error of a store that stopped appends because a write failed.
    static func appendsStopped(_ cause: any Error, outcome: Outcome) -> EventStoreError {
        let fate =
            switch outcome {
            case .notWritten: "nothing of this append is in the log"
            case .unknown: "whether this append is in the log is unknown: repeat it under the same ids"
            }
        var what = "writing the log failed"
        if let error = cause as? LMDBError, error.isOfFullDisk { what = error.message }
        if let error = cause as? EventStoreError, error.isOfFullDisk { what = error.message }
        return EventStoreError(
            .appendsStopped, "\(what); appends have stopped until the store is reopened; \(fate)", outcome: outcome,
            cause: cause)
    }
}
