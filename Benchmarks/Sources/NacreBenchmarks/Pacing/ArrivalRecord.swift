/// What became of numbered appends: where each stands, and how long it took.
///
/// Each caller keeps its own, and they are joined at the end: one for all would need a lock at every answer.
struct ArrivalRecord: Sendable {
    /// An answer to an append.
    struct Answer: Hashable, Sendable {
        /// Where its last event stands.
        var position: UInt64

        var number: Int

        /// When it came, as ``monotonicNanoseconds()`` counts.
        var moment: UInt64
    }

    private(set) var answers: [Answer] = []

    /// Nanoseconds of every append that was answered.
    private(set) var latencies: [UInt64] = []

    /// The first failure, in words.
    private(set) var failure: String?

    /// Every append that failed.
    private(set) var failures: [AppendFailure] = []

    /// Notes an answer to an append, and where its last event stands.
    mutating func note(_ number: Int, at position: UInt64, due: UInt64, answered moment: UInt64) {
        answers.append(Answer(position: position, number: number, moment: moment))
        latencies.append(moment - due)
    }

    /// Notes that an append failed.
    mutating func note(_ number: Int, failure: any Error) {
        self.failure = self.failure ?? DiskFailure.words(failure, during: "append \(number)")
        failures.append(AppendFailure(failure, at: monotonicNanoseconds()))
    }

    /// Takes in what another caller has noted.
    mutating func add(_ other: ArrivalRecord) {
        answers += other.answers
        latencies += other.latencies
        failure = failure ?? other.failure
        failures += other.failures
    }

    /// The number of the event at each position; of two that were told the same position, one: where there are fewer
    /// positions than events were answered, an append was told another's.
    func events(of load: KernelLoad) -> [UInt64: Int] {
        var events: [UInt64: Int] = [:]
        events.reserveCapacity(answers.count * load.eventsPerAppend)
        for answer in answers {
            for back in 0..<min(load.eventsPerAppend, Int(clamping: answer.position)) {
                let event = (answer.number + 1) * load.eventsPerAppend - 1 - back
                events[answer.position - UInt64(back)] = events[answer.position - UInt64(back)] ?? event
            }
        }
        return events
    }
}
