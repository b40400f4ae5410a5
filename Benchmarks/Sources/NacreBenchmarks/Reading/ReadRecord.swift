/// What one reader saw of a slice.
struct ReadRecord: Sendable {
    /// Its reads that were answered.
    var answers = TimedAnswers()

    /// Nanoseconds that it took to judge its answers.
    var judging: UInt64 = 0

    /// Reads that showed something else than what they must.
    var wrong = AuditFinding()

    /// Why it stopped before its time, where it did.
    var failure: String?

    /// Reads that failed, noted as appends are.
    var failures: [AppendFailure] = []
}
