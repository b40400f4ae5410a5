/// How the scheduler of one run picks, drawn from the seed: races differ in what brings them about.
struct Habits: Sendable {
    /// How likely the strand that ran last goes on.
    let perseverance: Double

    /// How likely, at every step, a strand is left standing for a while though it could run: as a thread is that the
    /// system does not schedule.
    let stalling: Double

    init(_ random: inout SimulationRandom) {
        perseverance = [0, 0, 0.3, 0.6, 0.9][random.below(5)]
        stalling = [0, 0.01, 0.03, 0.1][random.below(4)]
    }
}
