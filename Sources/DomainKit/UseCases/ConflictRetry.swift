/// A retry policy for optimistic concurrency: how often work is retried after a conflict (``ConflictError``), and
/// with which delays.
///
/// A retry runs on fresh state and may decide differently. The number of attempts is bounded, so that work on an
/// aggregate under constant writes ends with an error instead of retrying forever. Each conflict means that another
/// caller has succeeded, so the default is enough for 64 callers that change the same aggregate, once each, at the
/// same time.
///
/// Delays use exponential backoff with full jitter: a random time between zero and the duration of the failed
/// attempt, doubled with every further conflict up to ``maxFactor`` times. Callers that have conflicted once are
/// therefore unlikely to conflict again at the next attempt, with a fast store as well as a slow one.
public struct ConflictRetry: Sendable {
    // FEAT-05: Retries back off with jitter instead of queueing.

    /// The number of attempts of the default policy.
    public static let defaultAttempts = 100

    /// The maximum delay, as a multiple of the duration of an attempt.
    public static let maxFactor = 64

    /// The maximum delay before an attempt.
    public static let maxDelay = Duration.seconds(2)

    // An attempt may be shorter than the resolution of the clock.
    private static let minDuration = Duration.microseconds(20)

    /// The maximum number of attempts, including the first.
    ///
    /// Less than 1 counts as 1.
    public var attempts: Int { didSet { attempts = max(1, attempts) } }

    private let clock: any Clock<Duration>
    private let jitter: @Sendable () -> Double

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - attempts: The maximum number of attempts, including the first. Less than 1 counts as 1.
    ///   - clock: The clock for timing attempts and for delays.
    ///   - jitter: Returns the fraction of the longest delay to wait, 0 to 1; random by default, fixed in tests.
    public init(
        attempts: Int = ConflictRetry.defaultAttempts, clock: any Clock<Duration> = ContinuousClock(),
        jitter: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        self.attempts = max(1, attempts)
        self.clock = clock
        self.jitter = jitter
    }

    /// Runs the work, and retries it after each conflict until the attempts are used up.
    ///
    /// - Parameter work: Everything that must be repeated: loading, deciding and saving.
    /// - Returns: The result of the first attempt without a conflict.
    /// - Throws: The last attempt's conflict; `CancellationError` if the task is cancelled between two attempts; any
    ///   other error of the work, at once.
    public func callAsFunction<Result>(_ work: () async throws -> Result) async throws -> Result {
        try await callAsFunction(where: { $0.isConflict }, work)
    }

    /// Runs the work, and retries it after each error that a closure classifies as a conflict, until the attempts are
    /// used up.
    ///
    /// - Parameters:
    ///   - isConflict: Classifies every error of the work, including that of the last attempt. An error that it
    ///     throws replaces the error of the work.
    ///   - work: Everything that must be repeated: loading, deciding and saving.
    /// - Returns: The result of the first attempt without a conflict.
    /// - Throws: The last attempt's conflict; any error that `isConflict` throws; `CancellationError` if the task is
    ///   cancelled between two attempts; any other error of the work, at once.
    public func callAsFunction<Result>(
        where isConflict: (any Error) throws -> Bool, _ work: () async throws -> Result
    ) async throws -> Result {
        try await run(on: clock, where: isConflict, work)
    }

    private func run<Result, C: Clock<Duration>>(
        on clock: C, where isConflict: (any Error) throws -> Bool, _ work: () async throws -> Result
    ) async throws -> Result {
        var conflicts = 0
        while true {
            let start = clock.now
            do {
                return try await work()
            } catch {
                conflicts += 1
                // Also called after the last attempt, because `isConflict` may replace the conflict by throwing.
                guard try isConflict(error), conflicts < attempts else { throw error }
            }
            try Task.checkCancellation()
            try await clock.sleep(for: delay(after: conflicts, lasting: start.duration(to: clock.now)))
        }
    }

    /// The delay after a conflict.
    ///
    /// - Parameters:
    ///   - conflicts: The number of conflicts so far, including this one.
    ///   - duration: The duration of the attempt.
    /// - Returns: A random time between zero and the longest delay.
    private func delay(after conflicts: Int, lasting duration: Duration) -> Duration {
        let factor = conflicts > 6 ? Self.maxFactor : 1 << (conflicts - 1)
        let longest = min(max(duration, Self.minDuration) * factor, Self.maxDelay)
        return longest * min(max(jitter(), 0), 1)
    }
}
