import ShellServer

extension ServerLimits {
    /// Limits for tests that send many requests, and are not about the rates and times of clients.
    static var generous: ServerLimits {
        var limits = ServerLimits()
        (limits.requestsPerSecond, limits.burst) = (1e9, 1e9)
        (limits.passwordsPerSecond, limits.passwordBurst, limits.streamsPerAccount) = (1e9, 1e9, 1_000)
        // The machine may be busy with other tests.
        limits.requestTime = .seconds(300)
        return limits
    }
}
