/// What one contending writer saw of a slice.
struct ContendedRecord: Sendable {
    /// Its attempts.
    var attempts = AttemptRecord()

    /// How many operations were accepted after so many retries, by their number.
    var retries: [Int]

    /// Operations that were given up after the last retry was refused.
    var givenUp = 0

    /// Nanoseconds of each operation that was accepted, from before its first attempt, reading included.
    var latencies: [UInt64] = []

    /// Reads that showed less than the writer was told before.
    var stale = AuditFinding()
}
