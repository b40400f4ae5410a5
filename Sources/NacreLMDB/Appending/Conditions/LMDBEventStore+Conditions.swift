import DomainKit
import LMDB
import Nacre

extension LMDBEventStore {
    /// How far behind the head a condition may begin and still be judged on the caller's thread: what is so near is in
    /// memory.
    private static let shortDistance: Position = 4_096

    /// How many positions one transaction judges: a reader that stays longer would make the file grow.
    private static let longestStep: Position = 262_144

    /// Appends a commit that has conditions.
    func appendJudged(_ commit: Commit) async throws -> AppendResult {
        var verdicts = ConditionVerdicts(commit.conditions)
        while true {
            // Before room is reserved: a slow query must not keep others out of the queue.
            verdicts = try await judged(verdicts, of: commit)
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
    /// What is near to the head is judged on the caller's thread, what is far behind it off the cooperative pool, a step
    /// at a time.
    ///
    /// - Parameters:
    ///   - verdicts: What is known; nothing yet, or what the writer sent back as too far behind.
    ///   - commit: The commit.
    /// - Returns: What is known up to the head, or to a position shortly before it.
    /// - Throws: `invalidArgument` where a condition names a position beyond the head; `CancellationError`.
    func judged(_ verdicts: ConditionVerdicts, of commit: Commit) async throws -> ConditionVerdicts {
        var verdicts = verdicts
        var head = try nearHead(verdicts)
        try commit.validateConditions(upTo: head)
        while verdicts.isOpen(upTo: head) {
            if isShort(from: verdicts.judgedUpTo, to: head) {
                return try extended(verdicts, upTo: head)
            }
            try Task.checkCancellation()
            let end = min(head, verdicts.judgedUpTo + Self.longestStep)
            verdicts = try await pool.run { [self, verdicts] in try extended(verdicts, upTo: end) }
            // Judging what is far behind takes time, in which the head moves on.
            head = try nearHead(verdicts)
        }
        return verdicts
    }

    /// A position that the log has reached: the head as this process knows it, or, where a condition begins behind that
    /// or the writer found it too old, the head as it is.
    private func nearHead(_ verdicts: ConditionVerdicts) throws -> Position {
        let known = lookup.tail.coverage.end
        let isKnown = verdicts.attempts == 0 && verdicts.conditions.allSatisfy { $0.after <= known }
        return isKnown ? known : try reading { (log) in try log.head() }
    }

    private func isShort(from position: Position, to head: Position) -> Bool {
        position + Self.shortDistance >= head && lookup.tail.coverage.floor <= position
    }

    private func extended(_ verdicts: ConditionVerdicts, upTo head: Position) throws -> ConditionVerdicts {
        try checkOpen()
        while true {
            let recoveries = indexing.recoveries
            do {
                return try environment.withSnapshot { (log) in
                    var verdicts = verdicts
                    try lookup.judge(&verdicts, upTo: head, in: &log)
                    return verdicts
                }
            } catch let damage as UnusableIndex {
                try indexing.recover(from: damage, since: recoveries)
            }
        }
    }
}
