import Synchronization

/// Limits the requests of each client: a token bucket per client.
final class RateLimiter: Sendable {
    private struct Bucket {
        var tokens: Double
        var filledAt: ContinuousClock.Instant
    }

    /// When so many clients are known, those whose buckets are full are forgotten.
    private static let knownClients = 10_000

    private let perSecond: Double
    private let burst: Double
    private let buckets = Mutex<[String: Bucket]>([:])

    /// Creates a limiter.
    ///
    /// - Parameters:
    ///   - perSecond: How many requests a client may make per second in the long run, more than 0.
    ///   - burst: How many it may make at once, at least 1.
    init(perSecond: Double, burst: Double) {
        self.perSecond = perSecond
        self.burst = burst
    }

    /// Counts a request.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - now: The time.
    /// - Returns: The number of seconds until the next request is allowed; `nil` if this one is.
    func admit(_ client: String, at now: ContinuousClock.Instant = .now) -> Int? {
        buckets.withLock { buckets in
            var bucket = buckets[client] ?? Bucket(tokens: burst, filledAt: now)
            bucket.tokens = tokens(in: bucket, at: now)
            bucket.filledAt = now
            let isAdmitted = bucket.tokens >= 1
            if isAdmitted { bucket.tokens -= 1 }
            buckets[client] = bucket
            if buckets.count > Self.knownClients {
                buckets = buckets.filter { tokens(in: $0.value, at: now) < burst }
            }
            return isAdmitted ? nil : Int(((1 - bucket.tokens) / perSecond).rounded(.up))
        }
    }

    private func tokens(in bucket: Bucket, at now: ContinuousClock.Instant) -> Double {
        min(burst, bucket.tokens + bucket.filledAt.duration(to: now) / .seconds(1) * perSecond)
    }
}
