import DomainKit
import LMDB
import Nacre

extension LMDBEventStore {
    /// How many steps judging may make on the caller's thread: more could stop others that share it.
    private static let shortSteps = 1_024

    /// How many steps one transaction makes off the cooperative pool: a reader that stays longer makes the file grow.
    private static let longSteps = 65_536

    /// Appends a commit that has conditions.
    func appendJudged(_ commit: Commit) async throws -> AppendResult {
        var verdicts = ConditionVerdicts(commit.conditions)
        while true {
            // Before room is reserved: a slow query must not keep others out of the queue.
            do {
                verdicts = try await judged(verdicts, of: commit)
            } catch let error as EventStoreError where Self.failures.contains(error.code) {
                throw error.notWritten
            }
            try await queue.reserve(commit.weight)
            do {
                return try await queue.submit(
                    AppendRequest(
                        PreparedCommit(commit, now: timeSource.now()), guardWeight: commit.guardWeight,
                        conditions: verdicts))
            } catch let outdated as OutdatedConditions {
                verdicts = outdated.verdicts
            }
        }
    }

    /// Judges the conditions of a commit up to the head, on the caller's side: the writer has to look only at what came
    /// since.
    ///
    /// What the tail tells is judged on the caller's thread, what is far behind it off the cooperative pool, some steps
    /// a transaction.
    ///
    /// - Parameters:
    ///   - verdicts: What is known; nothing yet, or what the writer sent back to be judged further.
    ///   - commit: The commit.
    /// - Returns: What is known up to the head, or to a position shortly before it.
    /// - Throws: `invalidArgument` where a condition names a position beyond the head; `CancellationError`.
    func judged(_ verdicts: ConditionVerdicts, of commit: Commit) async throws -> ConditionVerdicts {
        var verdicts = verdicts
        var head = try nearHead(verdicts)
        try commit.validateConditions(upTo: head)
        lookup.judgeInTail(&verdicts, upTo: head)
        let tail = lookup.tail.coverage
        if let start = verdicts.start(upTo: head), tail.floor <= start, head <= tail.end {
            verdicts = try slightlyExtended(verdicts, upTo: head) ?? verdicts
        }
        while verdicts.start(upTo: head) != nil {
            try Task.checkCancellation()
            let end = head
            verdicts = try await pool.run { [self, verdicts] in
                try extended(verdicts, upTo: end, steps: Self.longSteps)
            }
            // Judging what is far behind takes time, in which the head moves on.
            head = try nearHead(verdicts)
            lookup.judgeInTail(&verdicts, upTo: head)
        }
        return verdicts
    }

    /// A position that the log has reached: the head as this process knows it, or, where a condition begins behind that
    /// or the writer sent the commit back, the head as it is.
    private func nearHead(_ verdicts: ConditionVerdicts) throws -> Position {
        let known = lookup.tail.coverage.end
        let isKnown = verdicts.attempts == 0 && verdicts.conditions.allSatisfy { $0.after <= known }
        return isKnown ? known : try reading { (log) in try log.head() }
    }

    /// - Returns: What is known then; `nil` where that needs more than a moment.
    private func slightlyExtended(_ verdicts: ConditionVerdicts, upTo head: Position) throws -> ConditionVerdicts? {
        try checkOpen()
        return try indexing.glancing {
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
        return try indexing.looking {
            try environment.withSnapshot { (log) in
                var verdicts = verdicts
                try lookup.judge(&verdicts, upTo: head, steps: steps, in: &log)
                return verdicts
            }
        }
    }
}
