import NacreTesting
import Testing

@testable import NacreSimulation

/// The races that the simulation must find: each replaces a correct implementation, is found within 1,000 seeds, and
/// is reproduced by the seed that found it.
@Suite
struct PlantedRaceTests {
    @Test(arguments: Scenario.planted)
    func `a planted race is found and reproduced by its seed`(_ race: Scenario) async throws {
        let found = try await Simulation.firstFailure(seeds: 0..<1_000, race.run)
        let failure = try #require(found, "not found: \(race.sentence)")
        #expect(failure.kind == .failed, "\(failure)")
        #expect(failure.error is Broken, "\(failure)")
        let again = await #expect(throws: SimulationFailure.self) {
            try await Simulation.replay(seed: failure.seed, race.run)
        }
        #expect(again?.trace.fingerprint == failure.trace.fingerprint)
        #expect("\(again?.error, default: "")" == "\(failure.error, default: "")")
    }
}
