import Nacre

/// Tells callers what became of their requests, beside the writer.
///
/// Resuming a task takes as long as writing an event: a thread of its own does it while the writer is at the next group.
final class Answering: Sendable {
    /// Up to how many callers the writer resumes itself, where that keeps it less than waking a thread would.
    private static let resumedInPlace = 8

    private struct State {
        var requests: [AppendRequest] = []
        /// Whether the thread is resuming what it took.
        var isAtWork = false
        var isClosed = false
    }

    private let state = Monitor(State())

    /// Resumes callers until it is closed and none is left.
    func run() {
        var requests: [AppendRequest] = []
        while true {
            requests.removeAll(keepingCapacity: true)
            let isOpen = state.wait { state in
                state.isAtWork = false
                if state.requests.isEmpty { return state.isClosed ? false : nil }
                swap(&requests, &state.requests)
                state.isAtWork = true
                return true
            }
            guard isOpen else { return }
            for request in requests { request.resume() }
        }
    }

    /// Resumes the callers of requests that have their answers, in their order, and behind those handed in before.
    func tell(_ requests: ArraySlice<AppendRequest>) {
        let isHandedOver = state.withLock { state in
            if requests.count <= Self.resumedInPlace, !state.isAtWork, state.requests.isEmpty { return false }
            state.requests += requests
            return true
        }
        if isHandedOver {
            state.signal()
        } else {
            for request in requests { request.resume() }
        }
    }

    /// Lets the thread end when it has told all.
    func close() {
        state.withLock { $0.isClosed = true }
        state.broadcast()
    }
}
