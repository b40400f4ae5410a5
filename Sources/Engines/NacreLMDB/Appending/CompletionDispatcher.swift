import Nacre

/// Resumes callers on a thread of its own, beside the writer.
///
/// Resuming a task takes as long as writing an event; the writer starts on the next group meanwhile.
final class CompletionDispatcher: Sendable {
    /// Up to this many callers are resumed by the writer itself, which is cheaper than waking the thread.
    private static let resumedInPlace = 8

    private struct State {
        var requests: [AppendRequest] = []
        /// When the first of the requests was answered; 0 without metrics.
        var since: UInt64 = 0
        /// Whether the thread is resuming callers at present.
        var isAtWork = false
        var isClosed = false
    }

    private let state = Monitor(State())

    /// `nil` without metrics.
    private let metrics: StoreMetrics?

    init(metrics: StoreMetrics? = nil) {
        self.metrics = metrics
    }

    /// Resumes callers until closed and drained.
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

    /// Resumes the callers of answered requests in order, after those of earlier calls.
    func dispatch(_ requests: ArraySlice<AppendRequest>) {
        guard !requests.isEmpty else { return }
        let now = metrics == nil ? 0 : StoreMetrics.now
        let isHandedOver = state.withLock { state in
            // Only if nothing is queued: callers are resumed in the order of their appends.
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

    /// Ends the thread once all callers are resumed.
    func close() {
        state.withLock { $0.isClosed = true }
        state.broadcast()
    }
}
