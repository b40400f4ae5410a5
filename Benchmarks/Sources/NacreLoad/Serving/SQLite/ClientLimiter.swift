import Synchronization

/// Limits the requests of each session, as Nacre's server does: a token bucket per session.
final class ClientLimiter: Sendable {
    private struct Bucket {
        var tokens: Double
        var filledAt: ContinuousClock.Instant
    }

    private let perSecond: Double
    private let burst: Double
    private let buckets = Mutex<[String: Bucket]>([:])

    init(perSecond: Double, burst: Double) {
        self.perSecond = perSecond
        self.burst = burst
    }

    /// Counts a request; `false` if it is one too many.
    func admit(_ client: String) -> Bool {
        let now = ContinuousClock.now
        return buckets.withLock { buckets in
            var bucket = buckets[client] ?? Bucket(tokens: burst, filledAt: now)
            bucket.tokens = min(burst, bucket.tokens + bucket.filledAt.duration(to: now) / .seconds(1) * perSecond)
            bucket.filledAt = now
            let isAdmitted = bucket.tokens >= 1
            if isAdmitted { bucket.tokens -= 1 }
            buckets[client] = bucket
            return isAdmitted
        }
    }
}
