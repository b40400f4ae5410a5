import NacreTesting
import Testing

@Suite
struct ProjectionSimulationTests {
    @Test
    func `projections in two processes apply each event once, through crashes and faults`() async throws {
        try await Simulation.run(seeds: 0..<150) { try await ProjectionScenario().run($0) }
    }

    @Test
    func `a rebuild beside others that follow finds no difference, and takes its place whole`() async throws {
        try await Simulation.run(seeds: 0..<150) { try await ProjectionScenario(rebuilds: true).run($0) }
    }

    @Test
    func `two program versions share a model: the newer one takes it over, for good`() async throws {
        try await Simulation.run(seeds: 0..<150) { try await ProjectionScenario(versions: [1, 2]).run($0) }
    }
}
