/// How often work that meets a conflict (``ConflictError``) is tried again, and how long it waits before that.
///
/// A conflict is real news, not a fault: the next attempt sees what has changed and may decide otherwise. The number of
/// attempts is bounded, so that work on a thing that is written all the time ends with an error rather than never. Each
/// conflict means that another caller has succeeded, so the default is enough for 64 callers that change one thing at
/// once, each of them once, however they meet.
///
/// Before the next attempt it waits, with exponential backoff and full jitter: a time drawn between nothing and the
/// duration of the attempt that failed, doubled with every further conflict up to ``greatestFactor`` times. So callers
/// that have met once do not meet again at the next attempt, on a quick store and on a slow one.
public struct ConflictRetry: Sendable {
    /// How many attempts the default policy makes.
    public static let defaultAttempts = 100

    /// How many times the duration of an attempt is waited at most before the next one.
    public static let greatestFactor = 64

    /// The longest time that is waited before an attempt.
    public static let greatestDelay = Duration.seconds(2)

    // An attempt may take less than the clock can tell.
    private static let leastDuration = Duration.microseconds(20)

    /// How many attempts are made in all, the first included; less than 1 counts as 1.
    public var attempts: Int { didSet { attempts = max(1, attempts) } }

    private let clock: any Clock<Duration>
    private let jitter: @Sendable () -> Double

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - attempts: How many attempts are made in all, the first included; less than 1 counts as 1.
    ///   - clock: What the attempts are timed by, and what waits.
    ///   - jitter: The part of the longest delay that is waited, 0 to 1: random numbers, but in a test.
    public init(
        attempts: Int = ConflictRetry.defaultAttempts, clock: any Clock<Duration> = ContinuousClock(),
        jitter: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        self.attempts = max(1, attempts)
        self.clock = clock
        self.jitter = jitter
    }

    /// Does the work, again after each conflict until the attempts are used up.
    ///
    /// - Parameter work: Everything that must be done anew: loading, deciding and saving.
    /// - Returns: What the first attempt without a conflict returns.
    /// - Throws: The last attempt's conflict; `CancellationError` where the task is cancelled between
    ///   two attempts; any other error of the work at once.
    public func callAsFunction<Result>(_ work: () async throws -> Result) async throws -> Result {
        try await callAsFunction(where: { $0.isConflict }, work)
    }

    /// Does the work, again after each error that a judgement takes for a conflict, until the attempts are used up.
    ///
    /// - Parameters:
    ///   - isConflict: Judges every error of the work, that of the last attempt too; what it throws is thrown in place of
    ///     the error.
    ///   - work: Everything that must be done anew: loading, deciding and saving.
    /// - Returns: What the first attempt without a conflict returns.
    /// - Throws: The last attempt's conflict; what `isConflict` throws; `CancellationError` where the task is cancelled
    ///   between two attempts; any other error of the work at once.
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
                guard try isConflict(error), conflicts < attempts else { throw error }
            }
            try Task.checkCancellation()
            try await clock.sleep(for: delay(after: conflicts, lasting: start.duration(to: clock.now)))
        }
    }

    /// How long is waited after a conflict.
    ///
    /// - Parameters:
    ///   - conflicts: How many conflicts there were, this one included.
    ///   - duration: How long the attempt took.
    /// - Returns: A time between nothing and the longest delay.
    private func delay(after conflicts: Int, lasting duration: Duration) -> Duration {
        let factor = conflicts > 6 ? Self.greatestFactor : 1 << (conflicts - 1)
        let longest = min(max(duration, Self.leastDuration) * factor, Self.greatestDelay)
        return longest * min(max(jitter(), 0), 1)
    }
}
