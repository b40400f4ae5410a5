import Nacre

extension GroupWriter {
    /// The number of steps that the writer spends on one commit's conditions; beyond it, the caller's side continues.
    private static let steps = 4_096

    // APP-07: The writer spends at most 4,096 steps on a commit's conditions, then sends it back.
    /// How often a commit is sent back to the caller's side.
    ///
    /// After that, the writer evaluates its conditions whatever the cost, so that no caller starves.
    private static let maxAttempts = 2

    /// Evaluates a commit's conditions on the events since their evaluation on the caller's side: new events in the
    /// log, and pending events of earlier requests in the group.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - requests: The group.
    ///   - log: The log that the group will continue.
    /// - Returns: The violations, in the order of the conditions.
    /// - Throws: ``OutdatedConditions``; `damaged` if the log cannot be read to evaluate a condition.
    mutating func violatedConditions(
        of request: AppendRequest, among requests: ArraySlice<AppendRequest>,
        in log: inout LogSnapshot
    ) throws -> [Violation] {
        guard !request.conditions.isEmpty else { return [] }
        let verdicts = try completed(request.conditions, in: &log)
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
        _ known: ConditionVerdicts, in log: inout LogSnapshot
    ) throws -> ConditionVerdicts {
        guard known.start(upTo: end.head) != nil else { return known }
        var verdicts = known
        lookup.judgeInTail(&verdicts, upTo: end.head)
        guard verdicts.start(upTo: end.head) != nil else { return verdicts }
        let isLast = verdicts.attempts >= Self.maxAttempts
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

/// Too many events were added since a commit's conditions were evaluated; the caller's side must continue, so that the
/// writer does not hold up other commits.
struct OutdatedConditions: Error {
    /// The verdicts as far as the writer got.
    let verdicts: ConditionVerdicts
}
