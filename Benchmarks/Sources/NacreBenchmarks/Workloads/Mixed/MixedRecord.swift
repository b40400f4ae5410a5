/// One client's record of a slice.
struct MixedRecord: CallerRecord {
    /// The results of its operations of one kind.
    struct Tally: Sendable {
        /// Those that succeeded.
        var answers = TimedAnswers()

        /// The latency of each, in nanoseconds.
        var latencies: [UInt64] { answers.latencies }

        /// Events read and appended in them.
        var events: Int { answers.events }
    }

    var tallies: [OperationKind: Tally] = [:]
    var observations: [ReadObservation] = []

    /// Nanoseconds spent on recording reads.
    var overhead: UInt64 = 0

    var attempts = AttemptRecord()

    /// Updates whose last retry was refused, and refused creations.
    var givenUp = 0

    var answered: [TimedAnswers] { tallies.values.map(\.answers) }

    var failed: [AppendFailure] { attempts.failures + attempts.failedReads }

    /// Successful operations of all kinds.
    var operations: Int { tallies.values.reduce(0) { $0 + $1.latencies.count } }

    /// Adds a finished operation; its time is reduced by the time spent before on recording reads.
    mutating func note(_ kind: OperationKind, nanoseconds: UInt64, at moment: UInt64, events: Int) {
        tallies[kind, default: Tally()].answers.note(nanoseconds: nanoseconds, at: moment - overhead, events: events)
    }
}
