import LMDB
import Nacre

extension GroupWriter {
    /// How many events may have come since a commit's conditions were judged on the caller's side for the writer to
    /// judge the rest.
    private static let longestRest: Position = 65_536

    /// How often a commit is sent back to be judged anew; then the writer judges it whatever it costs, so that a caller
    /// that is always late gets through in the end.
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
        var verdicts = request.conditions
        if verdicts.isOpen(upTo: end.head) {
            if verdicts.judgedUpTo + Self.longestRest < end.head, verdicts.attempts < Self.greatestAttempts {
                verdicts.attempts += 1
                throw OutdatedConditions(verdicts: verdicts)
            }
            var log = try LogSnapshot(in: transaction)
            try lookup.judge(&verdicts, upTo: end.head, in: &log)
        }
        var violations: [Violation] = []
        for (index, verdict) in verdicts.verdicts.enumerated() {
            let condition = verdicts.conditions[index]
            switch verdict {
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

    private func conflict(at ordinal: Int, in requests: ArraySlice<AppendRequest>) -> ConflictingEvent {
        let record = planned[ordinal]
        let prepared = requests[requests.startIndex + Int(record.commit)].prepared
        return prepared.conflictingEvent(at: Int(record.record), position: end.head + 1 + Position(ordinal))
    }
}

/// So much has come since a commit's conditions were judged that looking through it would hold up the others: the
/// caller's side judges them anew.
struct OutdatedConditions: Error {
    let verdicts: ConditionVerdicts
}
