import NacreTesting
import Testing

@testable import NacreSimulation

/// What the simulation must find: each race is planted in the place of what does right, is found within 1,000 seeds, and
/// comes again under the seed that has found it.
@Suite
struct PlantedRaceTests {
    @Test(arguments: Scenario.planted)
    func `a planted race is found, and replayed by its seed`(_ race: Scenario) async throws {
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
