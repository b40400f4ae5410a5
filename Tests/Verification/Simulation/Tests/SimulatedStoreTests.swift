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

    @Test(arguments: EventStoreConformance.sentences(.core))
    func `the simulated event store keeps what every store promises`(_ sentence: ConformanceSentence) async throws {
        try await check(sentence.text) { try await sentence.check(Subject(world: $0)) }
    }

    @Test(arguments: ReadModelConformance.sentences(.core))
    func `the simulated store of read models keeps what every store promises`(_ sentence: ReadModelSentence)
        async throws
    {
        try await check(sentence.text) { try await sentence.check(Subject(world: $0)) }
    }

    /// The sentences that start tasks or threads of their own, and so cannot be simulated.
    private static let outside: Set<String> = [
        "rows and state change together, in whatever moment they are read",
        "of writes at the same time, each sees what those before it wrote",
        "closing ends a subscription that waits, with an error that says so",
        "an event that comes wakes a subscription that waits",
        "an append of a task that is cancelled already is withdrawn, and writes nothing",
        "a snapshot does not change while others write",
        "a read during a write sees what was there before",
        "a cancelled subscription ends with CancellationError, waiting or not",
        "a cancelled append is withdrawn and writes nothing, or is finished",
    ]

    /// Runs a sentence under some seeds.
    private func check(
        _ text: String, _ body: @escaping @Sendable (SimulationWorld) async throws -> Void
    ) async throws {
        do {
            try await Simulation.run(seeds: 0..<3, body)
        } catch let failure as SimulationFailure
            where Self.outside.contains(text) && [.stray, .deadlock].contains(failure.kind)
        {}
    }
}
