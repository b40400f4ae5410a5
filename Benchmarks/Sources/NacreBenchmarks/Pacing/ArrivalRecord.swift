/// The results of numbered appends: the position and latency of each.
///
/// Each caller has its own record, and they are merged at the end: a shared one would need a lock at every answer.
struct ArrivalRecord: Sendable {
    /// An answer to an append.
    struct Answer: Hashable, Sendable {
        /// The position of its last event.
        var position: UInt64

        var number: Int

        /// Its time, by ``monotonicNanoseconds()``.
        var moment: UInt64
    }

    private(set) var answers: [Answer] = []

    /// The latency of every answered append, in nanoseconds.
    private(set) var latencies: [UInt64] = []

    /// The first failure, as text.
    private(set) var failure: String?

    /// Every append that failed.
    private(set) var failures: [AppendFailure] = []

    /// Records an answer to an append, and the position of its last event.
    mutating func note(_ number: Int, at position: UInt64, due: UInt64, answered moment: UInt64) {
        answers.append(Answer(position: position, number: number, moment: moment))
        latencies.append(moment - due)
    }

    /// Records a failed append.
    mutating func note(_ number: Int, failure: any Error) {
        self.failure = self.failure ?? DiskFailure.words(failure, during: "append \(number)")
        failures.append(AppendFailure(failure, at: monotonicNanoseconds()))
    }

    /// Merges another caller's record.
    mutating func add(_ other: ArrivalRecord) {
        answers += other.answers
        latencies += other.latencies
        failure = failure ?? other.failure
        failures += other.failures
    }

    /// The number of the event at each position.
    ///
    /// If two appends have the same position, only one is kept: fewer positions than answered events mean that an
    /// append was answered with another's position.
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
