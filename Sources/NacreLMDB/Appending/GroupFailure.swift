import Nacre

/// A group that could not be written, with what that means for each of its requests.
struct GroupFailure: Error {
    private let cause: any Error

    /// What the requests that were judged would have been answered, where the commit had begun: only the records of
    /// these can be in the log.
    private let answers: [Result<AppendResult, any Error>]

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
            answers = committing?.answers ?? []
            isRecordedSafe = committing?.isRecordedSafe ?? false
        }
    }

    /// The error of an append of which nothing is in the log.
    var notWritten: EventStoreError { .appendsStopped(cause, outcome: .notWritten) }

    /// The answer to one of the requests, counted from the first of the group.
    func answer(to index: Int) -> Result<AppendResult, any Error> {
        guard answers.indices.contains(index), case .success(let result) = answers[index] else {
            // It was not looked at; or refused, perhaps on the ground of events that are not in the log.
            return .failure(notWritten)
        }
        // What was recorded before is in the log, whatever became of this transaction; but a process may have died before
        // it was on the disk.
        if result.wasAlreadyCommitted, isRecordedSafe { return .success(result) }
        return .failure(EventStoreError.appendsStopped(cause, outcome: .unknown))
    }
}
