import Nacre

/// The results of numbered appends: the position and latency of each.
///
/// Each caller has its own record, and they are merged at the end: a shared one would need a lock at every answer.
package struct ArrivalRecord: Sendable {
    package struct Answer: Hashable, Sendable {
        /// The position of its last event.
        package var position: UInt64

        package var number: Int

        /// Its time, by ``monotonicNanoseconds()``.
        package var moment: UInt64
    }

    package private(set) var answers: [Answer] = []

    /// The latency of every answered append, in nanoseconds.
    package private(set) var latencies: [UInt64] = []

    package private(set) var failure: String?
    package private(set) var failures: [AppendFailure] = []

    package init() {}

    /// Records an answer to an append, and the position of its last event.
    package mutating func note(_ number: Int, at position: UInt64, due: UInt64, answered moment: UInt64) {
        answers.append(Answer(position: position, number: number, moment: moment))
        latencies.append(moment - due)
    }

    package mutating func note(_ number: Int, failure: any Error) {
        self.failure = self.failure ?? DiskFailure.words(failure, during: "append \(number)")
        failures.append(AppendFailure(failure, at: monotonicNanoseconds()))
    }

    /// Appends a numbered commit, and records its answer or failure.
    package mutating func append(
        _ number: Int, of commits: KernelCommits, to target: some AppendTarget, due: UInt64, watchedBy watch: LoadWatch?
    ) async {
        do {
            let result = try await target.append(commits[number])
            let now = monotonicNanoseconds()
            note(number, at: result.lastPosition, due: due, answered: now)
            watch?.note(events: commits.load.eventsPerAppend, nanoseconds: now - due)
        } catch {
            note(number, failure: error)
            watch?.noteFailure()
        }
    }

    package mutating func add(_ other: ArrivalRecord) {
        answers += other.answers
        latencies += other.latencies
        failure = failure ?? other.failure
        failures += other.failures
    }
}
