/// One contending writer's record of a slice.
struct ContendedRecord: CallerRecord {
    var attempts = AttemptRecord()

    /// The number of accepted operations by their number of retries.
    private(set) var retries: [Int] = []

    /// Operations that were given up after the last retry was refused.
    var givenUp = 0

    /// The accepted operations, each timed from before its first attempt, including reads.
    var answers = TimedAnswers()

    /// The latency of each accepted operation, in nanoseconds.
    var latencies: [UInt64] { answers.latencies }

    var answered: [TimedAnswers] { [answers] }

    var failed: [AppendFailure] { attempts.failures + attempts.failedReads }

    var overhead: UInt64 { 0 }

    /// Reads that showed an older state than the writer already knew.
    var stale = AuditFinding()

    /// Counts an accepted operation with its number of retries.
    ///
    /// The list is only as long as the most retries used: the permitted number may be far greater.
    mutating func noteAcceptance(behind count: Int) {
        if retries.count <= count { retries += [Int](repeating: 0, count: count + 1 - retries.count) }
        retries[count] += 1
    }
}
