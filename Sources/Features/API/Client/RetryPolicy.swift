/// When an ``APIClient`` repeats a request, and after which time.
public struct RetryPolicy: Sendable {
    /// The largest number of attempts, at least 1.
    public var attempts: Int

    /// The longest delay after the first attempt; it doubles with each further one.
    public var firstDelay: Duration

    /// The longest delay, also where the server's `Retry-After` asks for one: a longer one ends the call.
    public var longestDelay: Duration

    private let clock: any Clock<Duration>
    private let jitter: @Sendable () -> Double

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - attempts: The largest number of attempts, at least 1.
    ///   - firstDelay: The longest delay after the first attempt.
    ///   - longestDelay: The longest delay.
    ///   - clock: The clock for the delays.
    ///   - jitter: Returns the part of the longest delay to wait, 0 to 1, so that clients do not return all at once.
    public init(
        attempts: Int = 4, firstDelay: Duration = .milliseconds(200), longestDelay: Duration = .seconds(10),
        clock: any Clock<Duration> = ContinuousClock(),
        jitter: @escaping @Sendable () -> Double = { .random(in: 0.5...1) }
    ) {
        self.attempts = attempts
        self.firstDelay = firstDelay
        self.longestDelay = longestDelay
        self.clock = clock
        self.jitter = jitter
    }

    /// The delay before the next attempt; `nil` if the call ends.
    ///
    /// - Parameters:
    ///   - attempt: The number of attempts so far.
    ///   - retryAfter: The delay that the server asks for; `nil` if it asks for none.
    /// - Returns: The delay.
    func delay(after attempt: Int, retryAfter: Duration?) -> Duration? {
        guard attempt < attempts else { return nil }
        if let retryAfter { return retryAfter <= longestDelay ? retryAfter : nil }
        return backoff(after: attempt)
    }

    /// The delay after a number of failures in succession, without a limit of their number.
    func backoff(after failures: Int) -> Duration {
        let longest = failures > 10 ? longestDelay : min(firstDelay * (1 << max(0, failures - 1)), longestDelay)
        return longest * min(max(jitter(), 0), 1)
    }

    /// Waits.
    func wait(_ delay: Duration) async throws {
        try await clock.sleep(for: delay)
    }
}
