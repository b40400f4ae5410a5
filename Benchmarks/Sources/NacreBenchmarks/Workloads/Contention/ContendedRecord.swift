/// What one contending writer saw of a slice.
struct ContendedRecord: CallerRecord {
    var attempts = AttemptRecord()

    /// How many operations were accepted after so many retries, by their number.
    private(set) var retries: [Int] = []

    /// Operations that were given up after the last retry was refused.
    var givenUp = 0

    /// The operations that were accepted, each from before its first attempt, reading included.
    var answers = TimedAnswers()

    /// Nanoseconds of each operation that was accepted.
    var latencies: [UInt64] { answers.latencies }

    var answered: [TimedAnswers] { [answers] }

    var failed: [AppendFailure] { attempts.failures + attempts.failedReads }

    var overhead: UInt64 { 0 }

    /// Reads that showed less than the writer was told before.
    var stale = AuditFinding()

    /// Counts an operation that was accepted after so many retries.
    ///
    /// As many numbers are kept as the most retries that any took: what is allowed may be far more.
    mutating func noteAcceptance(behind count: Int) {
        if retries.count <= count { retries += [Int](repeating: 0, count: count + 1 - retries.count) }
        retries[count] += 1
    }
}
