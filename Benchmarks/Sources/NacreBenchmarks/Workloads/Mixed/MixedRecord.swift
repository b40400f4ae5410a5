/// What one client saw of a slice.
struct MixedRecord: CallerRecord {
    /// What its operations of one kind took.
    struct Tally: Sendable {
        /// Those that ended with what they were for.
        var answers = TimedAnswers()

        /// Nanoseconds of each.
        var latencies: [UInt64] { answers.latencies }

        /// Events read and appended in them.
        var events: Int { answers.events }
    }

    var tallies: [OperationKind: Tally] = [:]
    var observations: [ReadObservation] = []

    /// Nanoseconds that it took to write down what it read.
    var overhead: UInt64 = 0

    var attempts = AttemptRecord()

    /// Updates that were refused to the end, and creations that were refused.
    var givenUp = 0

    var answered: [TimedAnswers] { tallies.values.map(\.answers) }

    var failed: [AppendFailure] { attempts.failures + attempts.failedReads }

    /// Operations of all kinds that ended with what they were for.
    var operations: Int { tallies.values.reduce(0) { $0 + $1.latencies.count } }

    /// Adds an operation that is done; its moment is noted less what was taken before to write down what was read.
    mutating func note(_ kind: OperationKind, nanoseconds: UInt64, at moment: UInt64, events: Int) {
        tallies[kind, default: Tally()].answers.note(nanoseconds: nanoseconds, at: moment - overhead, events: events)
    }
}
