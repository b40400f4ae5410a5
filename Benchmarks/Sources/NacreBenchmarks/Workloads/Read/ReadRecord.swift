/// What one reader saw of a slice.
struct ReadRecord: Sendable {
    /// Its reads that were answered.
    private(set) var answers = TimedAnswers()

    /// Nanoseconds that it took to judge its answers.
    var judging: UInt64 = 0

    /// Reads that showed something else than what they must.
    var wrong = AuditFinding()

    /// Why it stopped before its time, where it did.
    var failure: String?

    /// Reads that failed, noted as appends are.
    var failures: [AppendFailure] = []

    /// Adds a read that was answered, before the answer is judged.
    ///
    /// - Parameters:
    ///   - nanoseconds: How long it took.
    ///   - moment: When it was answered, of ``monotonicNanoseconds()``: noted less what was taken to judge those before.
    ///   - events: Events read.
    mutating func note(nanoseconds: UInt64, at moment: UInt64, events: Int) {
        answers.note(nanoseconds: nanoseconds, at: moment - judging, events: events)
    }
}
