import DomainKit
import Nacre
import NacreTesting

extension Scenario {
    /// Scenarios with a racy implementation in place of the correct one: the simulation must find each race.
    static let planted: [Scenario] = [
        discarding, generations, checkpoint, process, condition, version, subscription, snapshot,
    ]

    private static let discarding = Scenario("a damaged model is discarded without comparing what is there now") {
        var scenario = ProjectionScenario.damaged
        scenario.follow = { _, _ in }
        scenario.updating = { CarelessDiscarding(runner: $0, program: $1) }
        try await scenario.run($0)
    }

    private static let generations = Scenario("tables that are built take the generation of those before them") {
        var scenario = ProjectionScenario.damagedRebuilds
        scenario.storing = { CarelessGenerations(base: $0) }
        try await scenario.run($0)
    }

    private static let checkpoint = Scenario("a projection reads its checkpoint outside of the transaction") {
        try await ProjectionScenario(
            follow: { _, program in
                try await CarelessProjection.run(LedgerProjection(schemaVersion: program.version), program)
            }
        ).run($0)
    }

    private static let process = Scenario("a process manager writes its checkpoint in a second commit") {
        try await ProcessScenario(follow: CarelessProcess.run).run($0)
    }

    private static let condition = Scenario("a decision is appended without its condition") {
        try await DecisionScenario(
            change: { command, name, user in
                let owner = try await user.names(name).basis(over: NameDecider.query(name)).state
                let events = try NameDecider.decide(command, owner)
                try await user.store.append(events.map(NameCodec(name: name).encode), to: user.stream)
            }
        ).run($0)
    }

    private static let version = Scenario("a decision is appended at any version") {
        try await DecisionScenario(
            count: { user in
                let events = CounterDecider.decide(.count, try await user.counters.load("1").state)
                try await user.store.append(events.map(CounterCodec().encode), to: "counter-1")
            }
        ).run($0)
    }

    private static let subscription = Scenario("a subscription misses a commit between its look and its wait") {
        try await SubscriptionScenario(
            subscribe: { store, world, position, query in
                Subscription(after: position) {
                    CarelessSubscription(store: store, world: world, query: query, position: position)
                }
            }
        ).run($0)
    }

    private static let snapshot = Scenario("a snapshot is saved under another version than its state's") {
        try await SnapshotScenario(
            loading: { store, models, _ in CarelessSnapshots(store: store, models: models).load }
        ).run($0)
    }
}
