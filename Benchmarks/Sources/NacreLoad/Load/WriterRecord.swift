/// One writer's record of a slice: its acknowledged appends, and the latency of each.
package struct WriterRecord: Hashable, Sendable {
    /// The answer to one append, or to one commit of the ceiling.
    package struct Acknowledgement: Hashable, Sendable {
        package var firstPosition: UInt64

        /// Where the events are in their stream; `nil` if the append wrote to many streams.
        package var place: Place?

        package init(firstPosition: UInt64, place: Place?) {
            (self.firstPosition, self.place) = (firstPosition, place)
        }
    }

    /// A stream, and the version of the first event in it.
    package struct Place: Hashable, Sendable {
        package var stream: UInt32
        package var firstVersion: UInt64

        package init(stream: UInt32, firstVersion: UInt64) {
            (self.stream, self.firstVersion) = (stream, firstVersion)
        }
    }

    package var eventsPerAcknowledgement: Int

    /// The answers, in the order of the writer's sequence numbers.
    package var acknowledgements: [Acknowledgement] = []

    /// Nanoseconds from one answer to the next, including the making of the events; one for each answer.
    package var latencies: [UInt64] = []

    /// The time of each answer, by ``monotonicNanoseconds()``; empty if not requested.
    package var moments: [UInt64] = []

    /// Appends that were sent again and answered as already recorded.
    package var repeats = 0

    /// Events of an append that ended without an answer: they may or may not be in the log.
    package var eventsInFlight = 0

    /// Appends that were refused because their condition was deliberately false.
    package var refusals = 0

    /// The first failure, as text; some failures stop the writer early.
    package var failure: String?

    /// Every unintended failure of an append, in order.
    package var failures: [AppendFailure] = []

    package init(eventsPerAcknowledgement: Int) { self.eventsPerAcknowledgement = eventsPerAcknowledgement }

    /// Appends a later record of the same writer.
    package mutating func goOn(with next: WriterRecord) {
        acknowledgements += next.acknowledgements
        latencies += next.latencies
        moments += next.moments
        repeats += next.repeats
        eventsInFlight = next.eventsInFlight
        refusals += next.refusals
        failure = failure ?? next.failure
        failures += next.failures
    }

    package mutating func note(_ error: any Error, during what: String? = nil, at moment: UInt64) {
        failure = failure ?? DiskFailure.words(error, during: what)
        failures.append(AppendFailure(error, at: moment))
    }

    /// Discards the answers, and keeps the rest.
    package mutating func forgetAnswers() {
        acknowledgements = []
        latencies = []
        moments = []
        repeats = 0
        refusals = 0
        failures = []
    }

    /// Events that were acknowledged: those with the sequence numbers 0 ..< this.
    package var eventsAcknowledged: Int { acknowledgements.count * eventsPerAcknowledgement }
}
