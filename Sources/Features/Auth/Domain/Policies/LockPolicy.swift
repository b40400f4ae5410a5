public import DomainKit

/// When an e-mail address is locked after wrong passwords: growing waits between attempts.
///
/// Attempts are counted whether an account has the address or not, so that a lock shows nothing about it. An attempt is
/// counted before its password is verified, so that attempts at the same time cannot pass the limit together.
public struct LockPolicy: Sendable, Hashable {
    /// The number of attempts in succession without a wait, at least 1.
    public var freeAttempts: Int

    /// The wait after the last free attempt; each further attempt doubles it.
    public var firstWait: Duration

    /// The longest wait.
    public var longestWait: Duration

    /// How long after the last attempt the count begins again.
    public var memory: Duration

    /// Creates a policy; the defaults allow about 35 attempts a day at one address.
    ///
    /// - Parameters:
    ///   - freeAttempts: The number of attempts in succession without a wait, at least 1.
    ///   - firstWait: The wait after the last free attempt.
    ///   - longestWait: The longest wait.
    ///   - memory: How long after the last attempt the count begins again.
    public init(
        freeAttempts: Int = 5, firstWait: Duration = .seconds(30), longestWait: Duration = .seconds(3600),
        memory: Duration = .seconds(86_400)
    ) {
        self.freeAttempts = max(1, freeAttempts)
        self.firstWait = firstWait
        self.longestWait = longestWait
        self.memory = memory
    }

    /// Counts an attempt, unless the address is locked.
    ///
    /// - Parameters:
    ///   - attempts: The attempts so far, which are changed.
    ///   - now: The time of the attempt.
    /// - Returns: The time until which the address is locked; `nil` if the attempt is allowed.
    public func begin(_ attempts: inout Attempts?, at now: Instant) -> Instant? {
        guard let before = attempts, now < before.lastAt.advanced(by: memory) else {
            attempts = Attempts(count: 1, lastAt: now)
            return nil
        }
        let until = before.lastAt.advanced(by: wait(after: before.count))
        guard now >= until else { return until }
        attempts = Attempts(count: before.count + 1, lastAt: now)
        return nil
    }

    /// Takes an attempt back whose password was not verified.
    ///
    /// - Parameter attempts: The attempts, which are changed.
    public func withdraw(_ attempts: inout Attempts?) {
        guard let counted = attempts else { return }
        attempts = counted.count > 1 ? Attempts(count: counted.count - 1, lastAt: counted.lastAt) : nil
    }

    private func wait(after count: Int) -> Duration {
        guard count >= freeAttempts else { return .zero }
        // The shift is bounded, and the wait reaches its limit long before.
        return min(firstWait * (1 << min(count - freeAttempts, 20)), longestWait)
    }
}
