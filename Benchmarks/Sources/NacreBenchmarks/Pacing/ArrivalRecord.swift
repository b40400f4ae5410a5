import Synchronization

/// What became of numbered appends: where each stands, and how long it took.
final class ArrivalRecord: Sendable {
    private let state = Mutex(State())

    private struct State {
        // Lists, not a dictionary: while one of a hundred thousand grows, everybody who is answered would wait.
        var positions: [(position: UInt64, number: Int)] = []
        var latencies: [UInt64] = []
        var failure: String?
    }

    /// Notes an answer.
    func note(_ number: Int, at position: UInt64, nanoseconds: UInt64) {
        state.withLock { state in
            state.positions.append((position, number))
            state.latencies.append(nanoseconds)
        }
    }

    /// Notes that an append failed.
    func note(_ number: Int, failure: any Error) {
        state.withLock { $0.failure = $0.failure ?? "append \(number): \(failure)" }
    }

    /// The number of the append at each position; of two that were told the same position, one.
    var positions: [UInt64: Int] {
        Dictionary(state.withLock { $0.positions.map { ($0.position, $0.number) } }) { first, _ in first }
    }

    /// Nanoseconds of every append that was answered.
    var latencies: [UInt64] { state.withLock(\.latencies) }

    /// The first failure, in words.
    var failure: String? { state.withLock(\.failure) }
}
