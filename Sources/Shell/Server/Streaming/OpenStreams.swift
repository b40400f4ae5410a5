import Synchronization

/// The open event streams of a server, of which each account, or address without one, may have a limited number.
final class OpenStreams: Sendable {
    private struct State {
        var total = 0
        var counts: [String: Int] = [:]
    }

    private let limits: ServerLimits
    private let metrics: ServerMetrics
    private let state = Mutex(State())

    init(_ limits: ServerLimits, _ metrics: ServerMetrics) {
        self.limits = limits
        self.metrics = metrics
    }

    /// Takes a place.
    ///
    /// - Parameter client: The account of the client, or its address without one.
    /// - Returns: The place, which is free again when its last reference is gone.
    /// - Throws: A ``Failure`` if the server or the account has too many streams.
    func open(for client: String) throws(Failure) -> StreamSlot {
        let failure = state.withLock { state -> Failure? in
            guard state.total < limits.streams else { return .tooManyStreams }
            guard state.counts[client, default: 0] < limits.streamsPerAccount else { return .tooManyStreamsOfAccount }
            state.total += 1
            state.counts[client, default: 0] += 1
            metrics.setStreams(state.total)
            return nil
        }
        if let failure { throw failure }
        return StreamSlot { [self] in close(of: client) }
    }

    private func close(of client: String) {
        state.withLock { state in
            state.total -= 1
            let others = state.counts[client, default: 1] - 1
            state.counts[client] = others > 0 ? others : nil
            metrics.setStreams(state.total)
        }
    }
}
