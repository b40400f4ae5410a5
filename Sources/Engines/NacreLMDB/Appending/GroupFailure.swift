import Nacre

/// A group that could not be written, with what that means for each of its requests.
struct GroupFailure: Error {
    private let cause: any Error

    /// How many requests were judged, where the commit had begun: only the records of these can be in the log.
    private let judged: Int

    /// Whether what was recorded before is on the disk.
    private let isRecordedSafe: Bool

    /// Makes a failure of what was thrown.
    ///
    /// - Parameters:
    ///   - error: What was thrown.
    ///   - committing: What was being made durable.
    init(_ error: any Error, committing: GroupOutcome? = nil) {
        if let failure = error as? GroupFailure {
            self = failure
        } else {
            // What says already that appends have stopped is told once.
            let isTold = (error as? EventStoreError)?.code == .appendsStopped
            cause = isTold ? (error as? EventStoreError)?.cause ?? error : error
            judged = committing?.judged ?? 0
            isRecordedSafe = committing?.isRecordedSafe ?? false
        }
    }

    /// The error of an append of which nothing is in the log.
    var notWritten: EventStoreError { .appendsStopped(cause, outcome: .notWritten) }

    /// The answer to one of the requests, given what it would have been answered.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - index: Its place, counted from the first of the group.
    /// - Returns: The answer.
    func answer(to request: AppendRequest, at index: Int) -> AppendRequest.Answer {
        guard index < judged else { return .refused(notWritten) }
        return switch request.answer {
        // What was recorded before is in the log, whatever became of this transaction; but a process may have died before
        // it was on the disk.
        case .repeated(let result) where isRecordedSafe: .repeated(result)
        case .repeated, .appended: .refused(EventStoreError.appendsStopped(cause, outcome: .unknown))
        // It was refused, perhaps on the ground of events that are not in the log.
        case .refused, nil: .refused(notWritten)
        }
    }
}
