/// How a simulated run goes: how much time passes, and when it is given up.
public struct SimulationOptions: Sendable {
    /// How likely time passes at a scheduling point, from 0 to 1.
    public var delays: Double

    /// How long such a delay is at most, on the simulated clock.
    public var longestDelay: Duration

    /// After how many steps a run is given up, as one that never ends.
    public var greatestSteps: UInt64

    /// How many of the last steps a failure shows.
    public var keptSteps: Int

    /// Makes options of their parts.
    public init(
        delays: Double = 0.05, longestDelay: Duration = .milliseconds(20), greatestSteps: UInt64 = 100_000,
        keptSteps: Int = 40
    ) {
        self.delays = delays
        self.longestDelay = longestDelay
        self.greatestSteps = greatestSteps
        self.keptSteps = keptSteps
    }
}
