import DomainKit
import Nacre
import NacreTesting
import Testing

/// The simulated stores keep what every store promises, with others coming in between.
@Suite
struct SimulatedStoreTests {
    /// What a rule makes its stores of.
    private struct Subject: ConformanceSubject, ReadModelSubject {
        let world: SimulationWorld

        func store(timeSource: any TimeSource) -> any EventStore { world.eventStore(time: timeSource) }
        func anotherStore() -> any EventStore { world.eventStore() }
        func store() -> any ReadModelStore { world.readModelStore() }
    }

    /// What takes a check out of the simulation, to where no seed reaches it.
    private enum Way: String {
        case task = "it starts an unstructured task"
        case clock = "a retry waits by the system's clock"
        case queue = "a runner has a queue of its own"
        case threads = "it starts threads"
    }

    /// The rules whose checks leave the simulation: of these alone nothing can be said.
    private static let outside: [String: Way] = [
        "an append of a task that is cancelled already is withdrawn, and writes nothing": .task,
        "a cancelled append is withdrawn and writes nothing, or is finished": .task,
        "an event that comes wakes a subscription that waits": .task,
        "a cancelled subscription ends with CancellationError, waiting or not": .task,
        "closing ends a subscription that waits, with an error that says so": .task,
        "64 callers of one process that decide on one stream all succeed with the default policy": .clock,
        "64 callers of one process that decide over one query all succeed with the default policy": .clock,
        "64 callers that move money between two accounts in one scope all succeed, and no balance is lost": .clock,
        "64 callers that move money among ten accounts in one scope all succeed, and no balance is lost": .clock,
        "of 64 callers that take one name in one scope, one has it, and the others see that it is taken": .clock,
        "a reaction that conflicts again on unchanged state halts the process manager": .clock,
        "as of a time by `time` are the events that had happened by then, in the order of the log": .queue,
        "a read model ahead of the log is kept and refused where the log is durable, else discarded": .queue,
        "records in a projection's stream that are not its own are passed over with a notice": .queue,
        "discarding damaged tables leaves what has taken their place, though it is in the same state": .queue,
        "discarding damaged live tables leaves the shadow, and the other way round": .queue,
        "a snapshot does not change while others write": .threads,
        "a read during a write sees what was there before": .threads,
        "of writes at the same time, each sees what those before it wrote": .threads,
        "rows and state change together, in whatever moment they are read": .threads,
    ]

    @Test(arguments: EventStoreConformance.rules(.core))
    func `the simulated event store keeps what every store promises`(_ rule: ConformanceRule) async throws {
        try await check(rule.text) { try await rule.check(Subject(world: $0)) }
    }

    @Test(arguments: ReadModelConformance.rules(.core))
    func `the simulated store of read models keeps what every store promises`(
        _ rule: ReadModelRule
    ) async throws {
        try await check(rule.text) { try await rule.check(Subject(world: $0)) }
    }

    /// Runs a rule under some seeds, unless it is one of those that leave the simulation: these must.
    private func check(
        _ text: String, _ body: @escaping @Sendable (SimulationWorld) async throws -> Void
    ) async throws {
        guard let way = Self.outside[text] else { return try await Simulation.run(seeds: 0..<3, body) }
        let failure = try await Simulation.firstFailure(seeds: 0..<3, body)
        let kind = try #require(failure, "it leaves the simulation no more, though \(way.rawValue)").kind
        // Whether it comes back before nothing else can go on is a matter of time.
        #expect(kind == .stray || kind == .deadlock)
    }

    @Test
    func `what is said to leave the simulation is a rule`() {
        let ofEvents = EventStoreConformance.rules(.core).map(\.text)
        let ofModels = ReadModelConformance.rules(.core).map(\.text)
        #expect(Set(Self.outside.keys).subtracting(ofEvents + ofModels).isEmpty)
    }
}
