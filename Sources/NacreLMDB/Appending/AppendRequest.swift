import Nacre

/// An append that waits for the writer.
final class AppendRequest: @unchecked Sendable {
    // Sendable: `stage` and `continuation` are touched with the queue's lock held, the rest is never changed.
    enum Stage {
        /// Not in the queue yet.
        case created
        /// In the queue: it can be withdrawn.
        case waiting
        /// The writer has it: it will be answered.
        case taken
        /// Its task was cancelled before the writer took it.
        case withdrawn
    }

    let prepared: PreparedCommit
    /// What its conditions came to on the caller's side.
    let conditions: ConditionVerdicts
    var stage = Stage.created
    var continuation: CheckedContinuation<AppendResult, any Error>?

    /// What the request has reserved of the queue's bound: ``Commit/weight``.
    let byteCount: Int

    init(_ prepared: PreparedCommit, guardWeight: Int = 0, conditions: ConditionVerdicts = ConditionVerdicts([])) {
        self.prepared = prepared
        self.conditions = conditions
        byteCount = prepared.bytes.count + guardWeight
    }
}
