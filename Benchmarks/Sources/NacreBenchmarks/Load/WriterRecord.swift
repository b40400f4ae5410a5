/// What one writer saw of a slice: what was acknowledged to it, and how long each append took.
struct WriterRecord: Hashable, Sendable {
    /// The answer to one append, or to one commit of the ceiling.
    struct Acknowledgement: Hashable, Sendable {
        var firstPosition: UInt64

        /// Where the events stand in their stream; `nil` where the answer spans many streams.
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

    /// Nanoseconds from one answer to the next, the making of the events included, one for each answer.
    var latencies: [UInt64] = []

    /// When each answer came, of ``monotonicNanoseconds()``; empty where nobody wants to know.
    var moments: [UInt64] = []

    /// Appends that were sent again and answered as recorded already.
    var repeats = 0

    /// Events of an append that ended without an answer: they may be in the log, or not.
    var eventsInFlight = 0

    /// Appends that were refused because their condition was made to fail.
    var refusals = 0

    /// What failed first, in words; behind some failures the writer stops before its time.
    var failure: String?

    /// Every append that failed and was not meant to, in order.
    var failures: [AppendFailure] = []

    /// Goes on with what the same writer was told since.
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

    /// Notes an append that failed.
    mutating func note(_ error: any Error, during what: String? = nil, at moment: UInt64) {
        failure = failure ?? DiskFailure.words(error, during: what)
        failures.append(AppendFailure(error, at: moment))
    }

    /// Forgets the answers, and keeps what is true of the writer as it is.
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
