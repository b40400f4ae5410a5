/// What became of numbered appends: where each stands, and how long it took.
///
/// Each caller keeps its own, and they are joined at the end: one for all would need a lock at every answer.
struct ArrivalRecord: Sendable {
    private var answers: [(position: UInt64, number: Int)] = []

    /// Nanoseconds of every append that was answered.
    private(set) var latencies: [UInt64] = []

    /// The first failure, in words.
    private(set) var failure: String?

    /// Notes an answer.
    mutating func note(_ number: Int, at position: UInt64, nanoseconds: UInt64) {
        answers.append((position, number))
        latencies.append(nanoseconds)
    }

    /// Notes that an append failed.
    mutating func note(_ number: Int, failure: any Error) {
        self.failure = self.failure ?? "append \(number): \(failure)"
    }

    /// Takes in what another caller has noted.
    mutating func add(_ other: ArrivalRecord) {
        answers += other.answers
        latencies += other.latencies
        failure = failure ?? other.failure
    }

    /// The number of the append at each position; of two that were told the same position, one.
    var positions: [UInt64: Int] {
        Dictionary(answers.map { ($0.position, $0.number) }) { first, _ in first }
    }
}
