import NacreTesting
import Testing

@testable import NacreSimulation

/// The scenarios under a hundred seeds each; `NACRE_SIMULATION_SEEDS` asks for more, and `NacreSimulation` runs thousands.
@Suite
struct ScenarioTests {
    @Test(arguments: Scenario.all)
    func `what a scenario says holds under every seed`(_ scenario: Scenario) async throws {
        try await Simulation.run(seeds: 0..<100, scenario.run)
    }

    /// Two processes, in which hashes differ, are compared by `NacreSimulation compare`.
    @Test(arguments: Scenario.all)
    func `the same seed gives the same run of a scenario`(_ scenario: Scenario) async throws {
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
