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
}

extension Scenario: CustomTestStringConvertible {
    var testDescription: String { sentence }
}
