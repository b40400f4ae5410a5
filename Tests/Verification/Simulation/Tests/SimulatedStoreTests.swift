import DomainKit
import Nacre
import NacreTesting
import Testing

/// The simulated stores keep what every store promises, with others coming in between.
@Suite
struct SimulatedStoreTests {
    /// What a sentence makes its stores of.
    private struct Subject: ConformanceSubject, ReadModelSubject {
        let world: SimulationWorld

        func store(timeSource: any TimeSource) -> any EventStore { world.eventStore(time: timeSource) }
        func anotherStore() -> any EventStore { world.eventStore() }
        func store() -> any ReadModelStore { world.readModelStore() }
    }

    @Test
    func `the simulated event store keeps what every store promises`() async throws {
        try await check(
            EventStoreConformance.sentences(.core).map { sentence in
                { try await sentence.check(Subject(world: $0)) }
            })
    }

    @Test
    func `the simulated store of read models keeps what every store promises`() async throws {
        try await check(
            ReadModelConformance.sentences(.core).map { sentence in
                { try await sentence.check(Subject(world: $0)) }
            })
    }

    /// Runs sentences under some seeds; of those that leave the simulation, by a task or a clock of their own, nothing can
    /// be said, and there may be few.
    private func check(_ sentences: [@Sendable (SimulationWorld) async throws -> Void]) async throws {
        var outside = 0
        for sentence in sentences {
            do {
                try await Simulation.run(seeds: 0..<3, sentence)
            } catch let failure as SimulationFailure where [.stray, .deadlock].contains(failure.kind) {
                outside += 1
            }
        }
        #expect(outside * 6 <= sentences.count, "\(outside) of \(sentences.count) leave the simulation")
    }
}
