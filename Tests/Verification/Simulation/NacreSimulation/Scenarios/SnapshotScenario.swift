import DomainKit
import Nacre
import NacreTesting

/// A counter with snapshots in several processes, in a store with failures and damage.
struct SnapshotScenario: Sendable {
    /// Folds the counter's stream.
    typealias Load = @Sendable () async throws -> Versioned<CounterDecider.State>

    /// The loader of a program on its stores.
    var loading: @Sendable (SimulatedEventStore, SimulatedReadModelStore, SimulationWorld) -> Load = {
        let counters = Self.counters($0, $1, $2)
        return { try await counters.load("1") }
    }

    func run(_ world: SimulationWorld) async throws {
        let (store, models) = (world.eventStore(.rare), world.readModelStore(.rare.damaging(0.02)))
        world.always("each count is one more than the one before") {
            try DecisionScenario.requireCounts(in: store.log)
        }
        for number in 1...2 {
            world.process("program \(number)", crashes: 1) { process in
                let counters = Self.counters(store, models, world)
                let load = loading(store, models, world)
                process.spawn("counts") {
                    for _ in 0..<6 {
                        try await trying(in: process) {
                            try await counters.execute(.count, on: "1", retrying: world.conflictRetry())
                        }
                    }
                }
                process.spawn("loads") {
                    for _ in 0..<6 {
                        let loaded = try await load()
                        let events = try store.log.recorded().filter { $0.version <= loaded.version }
                        let state = CounterDecider.replay(events.compactMap(CounterCodec().decode))
                        try require(
                            loaded.state == state,
                            "at version \(loaded.version) it is \(loaded.state), the log makes \(state)")
                    }
                }
            }
        }
        try await world.finish()
    }

    static func counters(
        _ store: SimulatedEventStore, _ models: SimulatedReadModelStore, _ world: SimulationWorld
    ) -> Aggregates<CounterDecider> {
        Aggregates("counter", in: store, codec: CounterCodec(), time: world.time).withSnapshots(
            Snapshots(
                "counter", in: models, codec: JSONSnapshotCodec(schema: 1), every: 2,
                executor: world.blockingExecutor()))
    }
}
