import Synchronization

/// An open connection: its client, and since when it receives a request.
final class Connection: Sendable {
    private struct State {
        var receivingSince: ContinuousClock.Instant?

        /// Whether the request before was refused before it was received to its end.
        var isUnread = false
    }

    /// The address of the client, as ``ClientAddress`` groups them.
    let client: String

    private let state = Mutex(State())

    init(client: String) {
        self.client = client
    }

    /// When the first byte of the request that is being received came; `nil` between two requests.
    var receivingSince: ContinuousClock.Instant? { state.withLock { $0.receivingSince } }

    /// Notes that bytes have come.
    func receive(at now: ContinuousClock.Instant = .now) {
        state.withLock { $0.receivingSince = $0.receivingSince ?? now }
    }

    /// Notes that the header of a request has come.
    ///
    /// - Returns: When the first byte of the request came.
    func beginRequest(at now: ContinuousClock.Instant = .now) -> ContinuousClock.Instant {
        state.withLock { state in
            // The first byte after a body that was skipped is not known.
            if state.isUnread { state.receivingSince = now }
            state.isUnread = true
            return state.receivingSince ?? now
        }
    }

    /// Notes that a request was received to its end.
    func completeRequest() {
        state.withLock { $0 = State() }
    }
}
