import DomainKit
import Nacre
import NacreTesting
import Testing

/// The simulated stores keep the rules of every store under interleaving.
@Suite
struct SimulatedStoreTests {
    /// The subject of a conformance rule.
    private struct Subject: ConformanceSubject, ReadModelSubject {
        let world: SimulationWorld

        func store(timeSource: any TimeSource) -> any EventStore { world.eventStore(time: timeSource) }
        func anotherStore() -> any EventStore { world.eventStore() }
        func store() -> any ReadModelStore { world.readModelStore() }
    }

    /// The reason why a check leaves the simulation, where seeds do not control it.
    private enum Way: String {
        case task = "it starts an unstructured task"
        case clock = "a retry waits by the system's clock"
        case queue = "a runner has a queue of its own"
        case threads = "it starts threads"
    }

    /// The rules whose checks leave the simulation, and cannot be tested by it.
    private static let outside: [String: Way] = [
        "an append by an already cancelled task is withdrawn, and writes nothing": .task,
        "a cancelled append is withdrawn and writes nothing, or completes": .task,
        "a new event wakes a waiting subscription": .task,
        "a cancelled subscription ends with CancellationError, waiting or not": .task,
        "closing ends a waiting subscription, with an error that says so": .task,
        "64 callers in one process that decide on one stream all succeed with the default policy": .clock,
        "64 callers in one process that decide over one query all succeed with the default policy": .clock,
        "64 callers that transfer money between two accounts in one scope all succeed, and no balance is lost": .clock,
        "64 callers that transfer money among ten accounts in one scope all succeed, and no balance is lost": .clock,
        "of 64 callers that claim one name in one scope, one gets it, and the others see that it is taken": .clock,
        "a reaction that conflicts again on unchanged state halts the process manager": .clock,
        "a read as of a time by `time` includes the events that had happened by then, in log order": .queue,
        "a read model ahead of the log is kept and refused if the log is durable, else discarded": .queue,
        "foreign records in a projection's stream are skipped with a notice": .queue,
        "discarding damaged tables keeps their replacement, even in the same state": .queue,
        "discarding damaged live tables keeps the shadow, and vice versa": .queue,
        "a snapshot does not change during other writes": .threads,
        "a read during a write sees the state before it": .threads,
        "of concurrent writes, each sees the earlier ones": .threads,
        "every read sees rows and state of the same transaction": .threads,
    ]

    @Test(arguments: EventStoreConformance.rules(.core))
    func `the simulated event store keeps every rule of event stores`(_ rule: ConformanceRule) async throws {
        try await check(rule.text) { try await rule.check(Subject(world: $0)) }
    }

    @Test(arguments: ReadModelConformance.rules(.core))
    func `the simulated store of read models keeps every rule of such stores`(
        _ rule: ReadModelRule
    ) async throws {
        try await check(rule.text) { try await rule.check(Subject(world: $0)) }
    }

    /// Runs a rule under some seeds; a rule that leaves the simulation must do so.
    private func check(
        _ text: String, _ body: @escaping @Sendable (SimulationWorld) async throws -> Void
    ) async throws {
        guard let way = Self.outside[text] else { return try await Simulation.run(seeds: 0..<3, body) }
        let failure = try await Simulation.firstFailure(seeds: 0..<3, body)
        let kind = try #require(failure, "it leaves the simulation no more, though \(way.rawValue)").kind
        // It is a matter of timing whether the work returns before the simulation stands still.
        #expect(kind == .stray || kind == .deadlock)
    }

    @Test
    func `every rule that is listed as leaving the simulation exists`() {
        let ofEvents = EventStoreConformance.rules(.core).map(\.text)
        let ofModels = ReadModelConformance.rules(.core).map(\.text)
        #expect(Set(Self.outside.keys).subtracting(ofEvents + ofModels).isEmpty)
    }
}
