/// One writer's record of a slice: its acknowledged appends, and the latency of each.
struct WriterRecord: Hashable, Sendable {
    /// The answer to one append, or to one commit of the ceiling.
    struct Acknowledgement: Hashable, Sendable {
        var firstPosition: UInt64

        /// Where the events are in their stream; `nil` if the append wrote to many streams.
        var place: Place?
    }

    /// A stream, and the version of the first event in it.
    struct Place: Hashable, Sendable {
        var stream: UInt32
        var firstVersion: UInt64
    }

    /// Events in each acknowledged append.
    var eventsPerAcknowledgement: Int

    /// The answers, in the order of the writer's sequence numbers.
    var acknowledgements: [Acknowledgement] = []

    /// Nanoseconds from one answer to the next, including the making of the events; one for each answer.
    var latencies: [UInt64] = []

    /// The time of each answer, by ``monotonicNanoseconds()``; empty if not requested.
    var moments: [UInt64] = []

    /// Appends that were sent again and answered as already recorded.
    var repeats = 0

    /// Events of an append that ended without an answer: they may or may not be in the log.
    var eventsInFlight = 0

    /// Appends that were refused because their condition was deliberately false.
    var refusals = 0

    /// The first failure, as text; some failures stop the writer early.
    var failure: String?

    /// Every unintended failure of an append, in order.
    var failures: [AppendFailure] = []

    /// Appends a later record of the same writer.
    mutating func goOn(with next: WriterRecord) {
        acknowledgements += next.acknowledgements
        latencies += next.latencies
        moments += next.moments
        repeats += next.repeats
        eventsInFlight = next.eventsInFlight
        refusals += next.refusals
        failure = failure ?? next.failure
        failures += next.failures
    }

    /// Records a failed append.
    mutating func note(_ error: any Error, during what: String? = nil, at moment: UInt64) {
        failure = failure ?? DiskFailure.words(error, during: what)
        failures.append(AppendFailure(error, at: moment))
    }

    /// Discards the answers, and keeps the rest.
    mutating func forgetAnswers() {
        acknowledgements = []
        latencies = []
        moments = []
        repeats = 0
        refusals = 0
        failures = []
    }

    /// Events that were acknowledged: those with the sequence numbers 0 ..< this.
    var eventsAcknowledged: Int { acknowledgements.count * eventsPerAcknowledgement }
}
