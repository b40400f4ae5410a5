import Nacre

/// Tells callers what became of their requests, beside the writer.
///
/// Resuming a task takes as long as writing an event: a thread of its own does it while the writer is at the next group.
final class Answering: Sendable {
    /// Up to how many callers the writer resumes itself, where that keeps it less than waking a thread would.
    private static let resumedInPlace = 8

    private struct State {
        var requests: [AppendRequest] = []
        /// Since when the first of them has its answer; 0 where nobody wants to know.
        var since: UInt64 = 0
        /// Whether the thread is resuming what it took.
        var isAtWork = false
        var isClosed = false
    }

    private let state = Monitor(State())

    /// `nil` where nobody measures.
    private let metrics: StoreMetrics?

    init(metrics: StoreMetrics? = nil) {
        self.metrics = metrics
    }

    /// Resumes callers until it is closed and none is left.
    func run() {
        var requests: [AppendRequest] = []
        while true {
            requests.removeAll(keepingCapacity: true)
            var since: UInt64 = 0
            let isOpen = state.wait { state in
                state.isAtWork = false
                if state.requests.isEmpty { return state.isClosed ? false : nil }
                swap(&requests, &state.requests)
                since = state.since
                state.isAtWork = true
                return true
            }
            guard isOpen else { return }
            resume(requests[...], since: since)
        }
    }

    /// Resumes the callers of requests that have their answers, in their order, and behind those handed in before.
    func tell(_ requests: ArraySlice<AppendRequest>) {
        guard !requests.isEmpty else { return }
        let now = metrics == nil ? 0 : StoreMetrics.now
        let isHandedOver = state.withLock { state in
            if requests.count <= Self.resumedInPlace, !state.isAtWork, state.requests.isEmpty { return false }
            if state.requests.isEmpty { state.since = now }
            state.requests += requests
            return true
        }
        if isHandedOver {
            state.signal()
        } else {
            resume(requests, since: now)
        }
    }

    private func resume(_ requests: ArraySlice<AppendRequest>, since time: UInt64) {
        for request in requests { request.resume() }
        metrics?.callersResumed(since: time)
    }

    /// Lets the thread end when it has told all.
    func close() {
        state.withLock { $0.isClosed = true }
        state.broadcast()
    }
}
