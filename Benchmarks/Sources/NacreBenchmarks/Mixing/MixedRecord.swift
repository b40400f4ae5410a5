/// What one client saw of a slice.
struct MixedRecord: Sendable {
    /// What its operations of one kind took.
    struct Tally: Sendable {
        /// Nanoseconds of each that ended with what it was for.
        var latencies: [UInt64] = []

        /// Events read and appended in them.
        var events = 0
    }

    /// By kind.
    var tallies: [OperationKind: Tally] = [:]

    /// What it read.
    var observations: [ReadObservation] = []

    /// Nanoseconds that it took to write down what it read.
    var noting: UInt64 = 0

    /// Its attempts to append.
    var attempts = AttemptRecord()

    /// Updates that were refused to the end, and creations that were refused.
    var givenUp = 0

    /// Adds an operation that is done.
    mutating func note(_ kind: OperationKind, nanoseconds: UInt64, events: Int) {
        tallies[kind, default: Tally()].latencies.append(nanoseconds)
        tallies[kind, default: Tally()].events += events
    }
}
