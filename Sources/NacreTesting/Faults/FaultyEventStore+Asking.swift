public import Nacre

extension FaultyEventStore {
    /// Makes an append fail.
    ///
    /// - Parameters:
    ///   - ordinal: Which append, counted from now: 1 is the next.
    ///   - stream: The stream that the append writes; `nil` counts all appends.
    ///   - fault: How it fails.
    public func failAppend(_ ordinal: Int = 1, to stream: StreamName? = nil, with fault: AppendFault) {
        add(FaultRule(stream: stream, countdown: ordinal, obstacle: .fault(fault)))
    }

    /// Makes all appends fail.
    ///
    /// - Parameters:
    ///   - stream: The stream that they write; `nil` for all appends.
    ///   - fault: How they fail.
    public func failEveryAppend(to stream: StreamName? = nil, with fault: AppendFault) {
        add(FaultRule(stream: stream, countdown: 1, isRepeated: true, obstacle: .fault(fault)))
    }

    /// Makes an append wait, before anything is written, until the gate is opened; cancelling it withdraws it.
    ///
    /// - Parameters:
    ///   - ordinal: Which append, counted from now: 1 is the next.
    ///   - stream: The stream that the append writes; `nil` counts all appends.
    /// - Returns: The gate.
    public func holdAppend(_ ordinal: Int = 1, to stream: StreamName? = nil) -> Gate {
        let gate = Gate()
        add(FaultRule<AppendObstacle>(stream: stream, countdown: ordinal, obstacle: .gate(gate)))
        return gate
    }

    /// Lets somebody be faster: right before an append, another commit is written.
    ///
    /// The append then meets the log as that has left it. Where it expected something else, the store itself refuses
    /// it, with the error and the figures of a race that was really lost.
    ///
    /// - Parameters:
    ///   - ordinal: Which append, counted from now: 1 is the next.
    ///   - stream: The stream that the append writes; `nil` counts all appends.
    ///   - commit: What is written before, to streams of the store's own too; where that fails, the append throws the reason.
    public func precedeAppend(_ ordinal: Int = 1, to stream: StreamName? = nil, with commit: Commit) {
        add(FaultRule(stream: stream, countdown: ordinal, obstacle: .faster(commit)))
    }

    /// Makes a read fail.
    ///
    /// A read is one call of a member that reads. Sequences and subscriptions are counted, and fail, when they are
    /// iterated.
    ///
    /// - Parameters:
    ///   - ordinal: Which read, counted from now: 1 is the next.
    ///   - stream: The stream that the read names, for its events or for its version; `nil` counts all reads.
    ///   - error: What it throws; by default the error of a disk that fails a read.
    public func failRead(
        _ ordinal: Int = 1, of stream: StreamName? = nil, with error: any Error = EventStoreError.unreadable
    ) {
        add(FaultRule(stream: stream, countdown: ordinal, obstacle: .error(error)))
    }

    /// Makes all reads fail.
    ///
    /// - Parameters:
    ///   - stream: The stream that they name; `nil` for all reads.
    ///   - error: What they throw; by default the error of a disk that fails a read.
    public func failEveryRead(of stream: StreamName? = nil, with error: any Error = EventStoreError.unreadable) {
        add(FaultRule(stream: stream, countdown: 1, isRepeated: true, obstacle: .error(error)))
    }

    /// Makes a read wait until the gate is opened.
    ///
    /// - Parameters:
    ///   - ordinal: Which read, counted from now: 1 is the next.
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
        EventStoreError(.inputOutput, "the log cannot be read: input/output error: mend the disk")
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

    /// The error of a commit all of whose rules are broken, as if somebody had been faster.
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
    /// The version that a stream would have if somebody had been faster.
    fileprivate var versionThatBreaksIt: StreamVersion {
        switch self {
        case .noStream: 1
        case .exact(let version): version + 1
        case .any, .streamExists: 0
        }
    }
}
