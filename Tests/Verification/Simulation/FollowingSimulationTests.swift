import NacreTesting
import Testing

@Suite
struct FollowingSimulationTests {
    @Test
    func `a process manager in two processes reacts to each event once, in order`() async throws {
        try await Simulation.run(seeds: 0..<150) { try await ProcessScenario().run($0) }
    }

    @Test
    func `a subscription hands out each event once, in order, and its marker behind all up to there`() async throws {
        try await Simulation.run(seeds: 0..<150) { try await SubscriptionScenario().run($0) }
    }

    @Test
    func `a halted projection goes on where its event is skipped, by whichever operator`() async throws {
        try await Simulation.run(seeds: 0..<150) { try await HaltScenario().run($0) }
    }
}
