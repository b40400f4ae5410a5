import Nacre

/// The failure of a group commit, and what it means for each request.
struct GroupFailure: Error {
    private let cause: any Error

    /// The number of judged requests if the commit had started: only their records can be in the log.
    private let judged: Int

    /// Whether the records of this group can be in the log.
    ///
    /// `false` if the journal has refused them before it wrote.
    private let mayBeWritten: Bool

    /// Whether everything recorded before is known to be on disk.
    private let isRecordedDurable: Bool

    /// Creates a failure from a thrown error.
    ///
    /// - Parameters:
    ///   - error: The thrown error.
    ///   - committing: The outcome that was being committed, if the commit had started.
    init(_ error: any Error, committing: GroupOutcome? = nil) {
        if let failure = error as? GroupFailure {
            self = failure
        } else {
            // Avoids a nested `appendsStopped` error.
            let isTold = (error as? EventStoreError)?.code == .appendsStopped
            cause = isTold ? (error as? EventStoreError)?.cause ?? error : error
            judged = committing?.judged ?? 0
            mayBeWritten = (error as? EventStoreError)?.outcome != .notWritten
            isRecordedDurable = committing?.isRecordedDurable ?? false
        }
    }

    /// The error of an append that is not in the log.
    var notWritten: EventStoreError { .appendsStopped(cause, outcome: .notWritten) }

    /// The final answer to a request of the group.
    ///
    /// - Parameters:
    ///   - request: The request, with the answer it would have had.
    ///   - index: Its index in the group.
    /// - Returns: The answer.
    func answer(to request: AppendRequest, at index: Int) -> AppendRequest.Answer {
        guard index < judged else { return .refused(notWritten) }
        return switch request.answer {
        // Earlier records are in the log whatever happened to this transaction, but may not be on disk yet: the process
        // that committed them may have died before its sync.
        case .repeated(let result) where isRecordedDurable: .repeated(result)
        case .appended where !mayBeWritten: .refused(notWritten)
        case .repeated, .appended: .refused(EventStoreError.appendsStopped(cause, outcome: .unknown))
        // It may have been refused because of events that are not in the log.
        case .refused, nil: .refused(notWritten)
        }
    }
}
