import LMDB
import Nacre

extension GroupWriter {
    /// How many steps judging one commit's conditions may take the writer; beyond, the caller's side judges further.
    private static let steps = 4_096

    /// How often a commit is sent back to be judged further; then the writer judges it whatever it costs, so that a
    /// caller that is always late gets through in the end.
    private static let greatestAttempts = 2

    /// Judges what has come since the conditions of a commit were judged on the caller's side: what the log has gained,
    /// and what the requests before it in the group are about to write.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - requests: The group.
    ///   - transaction: The write transaction of the log, which holds nothing of the group yet.
    /// - Returns: The violations, in the order of the conditions.
    /// - Throws: ``OutdatedConditions``; `damaged` where the log cannot be read to judge one.
    mutating func violatedConditions(
        of request: AppendRequest, among requests: ArraySlice<AppendRequest>,
        in transaction: borrowing WriteTransaction
    ) throws -> [Violation] {
        guard !request.conditions.isEmpty else { return [] }
        let verdicts = try completed(request.conditions, in: transaction)
        var violations: [Violation] = []
        for (index, condition) in verdicts.conditions.enumerated() {
            switch verdicts.verdicts[index] {
            case .fails(let conflict):
                violations.append(.condition(index: index, condition: condition, conflict: conflict))
            case .unreadable(let error):
                throw error
            case .holds:
                let found = pending.first(matching: condition.failIfEventsMatch, of: planned, in: requests)
                guard let found else { continue }
                violations.append(
                    .condition(index: index, condition: condition, conflict: conflict(at: found, in: requests)))
            }
        }
        return violations
    }

    /// The verdicts up to the end of the log.
    private func completed(
        _ known: ConditionVerdicts, in transaction: borrowing WriteTransaction
    ) throws -> ConditionVerdicts {
        guard known.start(upTo: end.head) != nil else { return known }
        var verdicts = known
        lookup.judgeInTail(&verdicts, upTo: end.head)
        guard verdicts.start(upTo: end.head) != nil else { return verdicts }
        var log = try LogSnapshot(in: transaction)
        let isLast = verdicts.attempts >= Self.greatestAttempts
        try lookup.judge(&verdicts, upTo: end.head, steps: isLast ? .max : Self.steps, in: &log)
        guard verdicts.start(upTo: end.head) == nil else {
            verdicts.attempts += 1
            throw OutdatedConditions(verdicts: verdicts)
        }
        return verdicts
    }

    private func conflict(at ordinal: Int, in requests: ArraySlice<AppendRequest>) -> ConflictingEvent {
        let record = planned[ordinal]
        let prepared = requests[requests.startIndex + Int(record.commit)].prepared
        return prepared.conflictingEvent(at: Int(record.record), position: end.head + 1 + Position(ordinal))
    }
}

/// So much has come since a commit's conditions were judged that looking through it would hold up the others: the
/// caller's side judges further.
struct OutdatedConditions: Error {
    /// What is known, as far as the writer came.
    let verdicts: ConditionVerdicts
}
