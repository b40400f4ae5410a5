public import Nacre

extension FaultyEventStore {
    /// Makes an append fail.
    ///
    /// - Parameters:
    ///   - ordinal: The number of the append, counted from now: 1 is the next.
    ///   - stream: The stream that the append writes; `nil` counts all appends.
    ///   - fault: The fault of the append.
    public func failAppend(_ ordinal: Int = 1, to stream: StreamName? = nil, with fault: AppendFault) {
        add(FaultRule(stream: stream, countdown: ordinal, obstacle: .fault(fault)))
    }

    /// Makes all appends fail.
    ///
    /// - Parameters:
    ///   - stream: The stream that they write; `nil` for all appends.
    ///   - fault: The fault of the appends.
    public func failEveryAppend(to stream: StreamName? = nil, with fault: AppendFault) {
        add(FaultRule(stream: stream, countdown: 1, isRepeated: true, obstacle: .fault(fault)))
    }

    /// Makes an append wait at a gate before anything is written; cancelling the append withdraws it.
    ///
    /// - Parameters:
    ///   - ordinal: The number of the append, counted from now: 1 is the next.
    ///   - stream: The stream that the append writes; `nil` counts all appends.
    /// - Returns: The gate.
    public func holdAppend(_ ordinal: Int = 1, to stream: StreamName? = nil) -> Gate {
        let gate = Gate()
        add(FaultRule<AppendObstacle>(stream: stream, countdown: ordinal, obstacle: .gate(gate)))
        return gate
    }

    /// Writes another commit immediately before an append, as a concurrent writer would.
    ///
    /// The append then meets the log as changed by that commit. If its expectations no longer hold, the store itself
    /// rejects it, with the error and the figures of a real lost race.
    ///
    /// - Parameters:
    ///   - ordinal: The number of the append, counted from now: 1 is the next.
    ///   - stream: The stream that the append writes; `nil` counts all appends.
    ///   - commit: The other commit; it may write to the store's own streams, too. If it fails, the append throws its
    ///     error.
    public func precedeAppend(_ ordinal: Int = 1, to stream: StreamName? = nil, with commit: Commit) {
        add(FaultRule(stream: stream, countdown: ordinal, obstacle: .faster(commit)))
    }

    /// Makes a read fail.
    ///
    /// A read is one call of a member that reads. Sequences and subscriptions are counted, and fail, when they are
    /// iterated.
    ///
    /// - Parameters:
    ///   - ordinal: The number of the read, counted from now: 1 is the next.
    ///   - stream: The stream that the read names, for its events or for its version; `nil` counts all reads.
    ///   - error: The error that the read throws; by default the error of a disk that fails a read.
    public func failRead(
        _ ordinal: Int = 1, of stream: StreamName? = nil, with error: any Error = EventStoreError.unreadable
    ) {
        add(FaultRule(stream: stream, countdown: ordinal, obstacle: .error(error)))
    }

    /// Makes all reads fail.
    ///
    /// - Parameters:
    ///   - stream: The stream that they name; `nil` for all reads.
    ///   - error: The error that they throw; by default the error of a disk that fails a read.
    public func failEveryRead(of stream: StreamName? = nil, with error: any Error = EventStoreError.unreadable) {
        add(FaultRule(stream: stream, countdown: 1, isRepeated: true, obstacle: .error(error)))
    }

    /// Makes a read wait until the gate is opened.
    ///
    /// - Parameters:
    ///   - ordinal: The number of the read, counted from now: 1 is the next.
    ///   - stream: The stream that the read names; `nil` counts all reads.
    /// - Returns: The gate.
    public func holdRead(_ ordinal: Int = 1, of stream: StreamName? = nil) -> Gate {
        let gate = Gate()
        add(FaultRule<ReadObstacle>(stream: stream, countdown: ordinal, obstacle: .gate(gate)))
        return gate
    }
}

extension EventStoreError {
    /// The error of a disk that fails a read.
    public static var unreadable: EventStoreError {
        EventStoreError(.inputOutput, "the log cannot be read: input/output error: check the disk")
    }

    /// The error of a disk that fails a write.
    static func appendsStopped(_ outcome: Outcome) -> EventStoreError {
        let fate =
            switch outcome {
            case .notWritten: "nothing of this append is in the log"
            case .unknown: "whether this append is in the log is unknown: repeat it under the same ids"
            }
        return EventStoreError(
            .appendsStopped, "writing the log failed, appends have stopped until the store is reopened; \(fate)",
            outcome: outcome)
    }

    /// The error of a commit whose rules are all violated, as after a lost race.
    static func conflict(of commit: Commit, head: Position) -> EventStoreError {
        let expectations = commit.expectations.filter { $0.expectation != .any }.map { rule in
            Violation.expectation(
                stream: rule.stream, expected: rule.expectation, actual: rule.expectation.versionThatBreaksIt)
        }
        let checks = commit.checks.filter { $0.expectation != .any }.map { rule in
            Violation.check(
                stream: rule.stream, expected: rule.expectation, actual: rule.expectation.versionThatBreaksIt)
        }
        let conditions = commit.conditions.enumerated().map { index, condition in
            let item = condition.failIfEventsMatch.items?.first
            return Violation.condition(
                index: index, condition: condition,
                conflict: ConflictingEvent(
                    position: max(head, condition.after) + 1, type: item?.types.first ?? "Happened",
                    tags: item?.tags ?? []))
        }
        return conflict(expectations + checks + conditions)
    }
}

extension Expectation {
    /// A version of the stream that violates the expectation, as after a lost race.
    fileprivate var versionThatBreaksIt: StreamVersion {
        switch self {
        case .noStream: 1
        case .exact(let version): version + 1
        case .any, .streamExists: 0
        }
    }
}
