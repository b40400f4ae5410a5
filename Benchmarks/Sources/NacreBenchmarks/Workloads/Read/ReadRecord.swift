/// One reader's record of a slice.
struct ReadRecord: CallerRecord {
    private(set) var answers = TimedAnswers()

    var answered: [TimedAnswers] { [answers] }

    /// Nanoseconds spent on checking its answers.
    var overhead: UInt64 = 0

    /// Reads with a wrong answer.
    var wrong = AuditFinding()

    /// Why it stopped early, if it did.
    var failure: String?

    /// Failed reads, recorded like failed appends.
    var failed: [AppendFailure] = []

    /// Adds an answered read, before the answer is checked; its time is reduced by the time spent on earlier checks.
    mutating func note(nanoseconds: UInt64, at moment: UInt64, events: Int) {
        answers.note(nanoseconds: nanoseconds, at: moment - overhead, events: events)
    }
}
