import DomainKit
import Nacre
import NacreTesting
import Testing

/// What the simulation must find: each race is planted in the place of what does right, is found within 1,000 seeds, and
/// comes again under the seed that has found it.
@Suite
struct PlantedRaceTests {
    private func find(
        _ race: String, test: String = #function,
        _ body: @escaping @Sendable (SimulationWorld) async throws -> Void
    ) async throws {
        let found = try await Simulation.firstFailure(seeds: 0..<1_000, test: test, body)
        let failure = try #require(found, "\(race) is not found")
        #expect(failure.kind == .failed, "\(failure)")
        #expect(failure.error is Broken, "\(failure)")
        print("planted: \(race): found by seed \(failure.seed), \(failure.trace.steps) steps")
        let again = await #expect(throws: SimulationFailure.self) {
            try await Simulation.replay(seed: failure.seed, body)
        }
        #expect(again?.trace.fingerprint == failure.trace.fingerprint)
        #expect("\(again?.error, default: "")" == "\(failure.error, default: "")")
    }

    @Test
    func `discarding a damaged model without comparing what is there now`() async throws {
        var faults = SimulationFaults.none
        faults.damage = 0.005
        let scenario = ProjectionScenario(
            versions: [1, 1, 2], faults: .none, modelFaults: faults, crashes: 0,
            follow: { _, _ in },
            updating: { CarelessDiscarding(runner: $0, program: $1) })
        try await find("discard without comparing") { try await scenario.run($0) }
    }

    @Test
    func `a projection that reads its checkpoint outside of the transaction`() async throws {
        let scenario = ProjectionScenario(
            follow: { _, program in
                try await CarelessProjection.run(LedgerProjection(schemaVersion: program.version), program)
            })
        try await find("checkpoint outside of the transaction") { try await scenario.run($0) }
    }

    @Test
    func `a process manager that writes its checkpoint in a second commit`() async throws {
        let scenario = ProcessScenario(follow: CarelessProcess.run)
        try await find("checkpoint in a second commit") { try await scenario.run($0) }
    }

    @Test
    func `a decision that is appended without its condition`() async throws {
        let scenario = DecisionScenario(
            change: { command, name, stream, names, store in
                let owner = try await names.grounds(over: NameDecider.query(name)).state
                let events = try NameDecider.decide(command, owner)
                try await store.append(events.map(NameCodec(name: name).encode), to: stream)
            })
        try await find("append without a condition") { try await scenario.run($0) }
    }

    @Test
    func `a decision that is appended at any version`() async throws {
        let scenario = DecisionScenario(
            count: { counters, store in
                let events = CounterDecider.decide(.count, try await counters.load("1").state)
                try await store.append(events.map(CounterCodec().encode), to: "counter-1")
            })
        try await find("append at any version") { try await scenario.run($0) }
    }

    @Test
    func `a subscription that misses a commit between its look and its wait`() async throws {
        let scenario = SubscriptionScenario(
            subscribe: { store, world, position, query in
                Subscription(after: position) {
                    CarelessSubscription(store: store, world: world, query: query, position: position)
                }
            })
        try await find("commit between look and wait") { try await scenario.run($0) }
    }

    @Test
    func `a snapshot that is saved under another version than its state's`() async throws {
        let scenario = SnapshotScenario(
            loading: { store, models, _ in CarelessSnapshots(store: store, models: models).load })
        try await find("snapshot under a wrong version") { try await scenario.run($0) }
    }
}
