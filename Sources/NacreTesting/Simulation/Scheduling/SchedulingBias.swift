/// The scheduling bias of one run, drawn from the seed: different races need different schedules.
struct SchedulingBias: Sendable {
    /// The probability that the last strand continues.
    let continueProbability: Double

    /// The probability, at each step, that a ready strand is paused for a while, like a thread that the system does not
    /// schedule.
    let stallProbability: Double

    init(_ random: inout SimulationRandom) {
        continueProbability = [0, 0, 0.3, 0.6, 0.9][random.below(5)]
        stallProbability = [0, 0.01, 0.03, 0.1][random.below(4)]
    }
}
