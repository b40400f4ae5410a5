import NacreTesting
import Testing

@testable import NacreSimulation

/// Each scenario under a hundred seeds; `NACRE_SIMULATION_SEEDS` sets another number.
@Suite
struct ScenarioTests {
    @Test(arguments: Scenario.all)
    func `the rule of a scenario holds under every seed`(_ scenario: Scenario) async throws {
        try await Simulation.run(seeds: 0..<100, scenario.run)
    }

    /// `NacreSimulation compare` compares two processes with different hash seeds.
    @Test(arguments: Scenario.all)
    func `the same seed yields the same run of a scenario`(_ scenario: Scenario) async throws {
        for seed in UInt64(0)..<10 {
            let one = try await Simulation.replay(seed: seed, scenario.run)
            let two = try await Simulation.replay(seed: seed, scenario.run)
            #expect(one.fingerprint == two.fingerprint && one.lines == two.lines, "seed \(seed)")
        }
    }
}

extension Scenario: CustomTestStringConvertible {
    var testDescription: String { sentence }
}
