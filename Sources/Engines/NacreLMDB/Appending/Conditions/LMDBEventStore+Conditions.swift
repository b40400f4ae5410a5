import DomainKit
import LMDB
import Nacre

extension LMDBEventStore {
    /// The number of steps on the caller's thread; more could block other tasks of the cooperative pool.
    private static let shortSteps = 1_024

    /// The number of steps in one transaction off the cooperative pool; a longer read transaction makes the file grow.
    private static let longSteps = 65_536

    /// Appends a commit that has conditions.
    func appendJudged(_ commit: Commit) async throws -> AppendResult {
        var verdicts = ConditionVerdicts(commit.conditions)
        while true {
            // Evaluated before room is reserved: a slow query must not keep other appends out of the queue.
            do {
                verdicts = try await judged(verdicts, of: commit)
            } catch let error as EventStoreError where error.code == .closed || Self.failures.contains(error.code) {
                throw error.notWritten
            }
            try await queue.reserve(commit.weight)
            do {
                return try await submit(
                    AppendRequest(
                        PreparedCommit(commit, now: timeSource.now()), guardWeight: commit.guardWeight,
                        conditions: verdicts))
            } catch let outdated as OutdatedConditions {
                verdicts = outdated.verdicts
            }
        }
    }

    /// Evaluates the conditions of a commit up to the head on the caller's side, so that the writer only checks newer
    /// events.
    ///
    /// The tail is searched on the caller's thread; older events off the cooperative pool, a bounded number of steps in
    /// each transaction.
    ///
    /// - Parameters:
    ///   - verdicts: The known verdicts: initial ones, or those with which the writer sent the commit back.
    ///   - commit: The commit.
    /// - Returns: The verdicts up to the head, or to a position shortly before it.
    /// - Throws: `invalidArgument` if a condition names a position beyond the head; `CancellationError`.
    func judged(_ verdicts: ConditionVerdicts, of commit: Commit) async throws -> ConditionVerdicts {
        // APP-05: Append conditions are evaluated on the caller's side, and the writer evaluates the rest.
        var verdicts = verdicts
        var head = try nearHead(verdicts)
        try commit.validateConditions(upTo: head)
        lookup.judgeInTail(&verdicts, upTo: head)
        let tail = lookup.tail.coverage
        if let start = verdicts.start(upTo: head), tail.floor <= start, head <= tail.end {
            verdicts = try extendedAtOnce(verdicts, upTo: head) ?? verdicts
        }
        while verdicts.start(upTo: head) != nil {
            try Task.checkCancellation()
            let end = head
            verdicts = try await pool.run { [self, verdicts] in
                try extended(verdicts, upTo: end, steps: Self.longSteps)
            }
            // The head has moved on meanwhile.
            head = try nearHead(verdicts)
            lookup.judgeInTail(&verdicts, upTo: head)
        }
        return verdicts
    }

    /// A position that the log has reached: the head known to this process; or the actual head, if a condition starts
    /// after the known one or the writer sent the commit back.
    private func nearHead(_ verdicts: ConditionVerdicts) throws -> Position {
        let known = lookup.tail.coverage.end
        // A commit that was sent back waits for events that this process may not have seen: read the actual head.
        let isKnown = verdicts.attempts == 0 && verdicts.conditions.allSatisfy { $0.after <= known }
        return isKnown ? known : try reading { (log) in try log.head() }
    }

    /// - Returns: The extended verdicts; `nil` if the lookup must run on the blocking pool.
    private func extendedAtOnce(_ verdicts: ConditionVerdicts, upTo head: Position) throws -> ConditionVerdicts? {
        try checkOpen()
        return try indexing.shortLookup {
            try environment.withSnapshot { (log) in
                var verdicts = verdicts
                try lookup.judge(
                    &verdicts, upTo: head, steps: Self.shortSteps, in: &log, readingAtMost: EventLookup.fewEvents)
                return verdicts
            }
        }
    }

    @available(*, noasync)
    private func extended(
        _ verdicts: ConditionVerdicts, upTo head: Position, steps: Int
    ) throws -> ConditionVerdicts {
        try checkOpen()
        return try indexing.blockingLookup {
            try environment.withSnapshot { (log) in
                var verdicts = verdicts
                try lookup.judge(&verdicts, upTo: head, steps: steps, in: &log)
                return verdicts
            }
        }
    }
}
