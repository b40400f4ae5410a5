import Synchronization

/// What became of numbered appends: where each stands, and how long it took.
final class ArrivalRecord: Sendable {
    private let state = Mutex(State())

    private struct State {
        var positions: [UInt64: Int] = [:]
        var latencies: [UInt64] = []
        var failure: String?
    }

    /// Notes an answer.
    func note(_ number: Int, at position: UInt64, nanoseconds: UInt64) {
        state.withLock { state in
            state.positions[position] = number
            state.latencies.append(nanoseconds)
        }
    }

    /// Notes that an append failed.
    func note(_ number: Int, failure: any Error) {
        state.withLock { $0.failure = $0.failure ?? "append \(number): \(failure)" }
    }

    /// The number of the append at each position.
    var positions: [UInt64: Int] { state.withLock(\.positions) }

    /// Nanoseconds of every append that was answered.
    var latencies: [UInt64] { state.withLock(\.latencies) }

    /// The first failure, in words.
    var failure: String? { state.withLock(\.failure) }
}
