/// What one reader saw of a slice.
struct ReadRecord: CallerRecord {
    private(set) var answers = TimedAnswers()

    var answered: [TimedAnswers] { [answers] }

    /// Nanoseconds that it took to judge its answers.
    var overhead: UInt64 = 0

    /// Reads that showed something else than what they must.
    var wrong = AuditFinding()

    /// Why it stopped before its time, where it did.
    var failure: String?

    /// Reads that failed, noted as appends are.
    var failed: [AppendFailure] = []

    /// Adds a read that was answered, before the answer is judged; its moment is noted less what was taken to judge
    /// those before.
    mutating func note(nanoseconds: UInt64, at moment: UInt64, events: Int) {
        answers.note(nanoseconds: nanoseconds, at: moment - overhead, events: events)
    }
}
