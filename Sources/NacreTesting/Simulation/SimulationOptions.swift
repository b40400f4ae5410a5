/// The options of simulated runs: delays and limits.
public struct SimulationOptions: Sendable {
    /// The probability of a delay at a scheduling point, from 0 to 1.
    public var delays: Double

    /// The maximum delay, on the simulated clock.
    public var maxDelay: Duration

    /// The number of steps after which a run fails as endless.
    public var maxSteps: UInt64

    /// The number of last steps that a failure shows.
    public var shownSteps: Int

    /// Creates options.
    public init(
        delays: Double = 0.05, maxDelay: Duration = .milliseconds(20), maxSteps: UInt64 = 100_000,
        shownSteps: Int = 40
    ) {
        self.delays = delays
        self.maxDelay = maxDelay
        self.maxSteps = maxSteps
        self.shownSteps = shownSteps
    }
}
