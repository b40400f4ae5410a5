import NacreTesting
import Testing

@Suite
struct DecisionSimulationTests {
    @Test
    func `decisions rest on what the log holds when they are appended, through conflicts, faults and crashes`()
        async throws
    {
        try await Simulation.run(seeds: 0..<150) { try await DecisionScenario().run($0) }
    }

    @Test
    func `a state that is loaded with snapshots is that of the log, whatever becomes of the snapshots`() async throws {
        try await Simulation.run(seeds: 0..<150) { try await SnapshotScenario().run($0) }
    }
}
