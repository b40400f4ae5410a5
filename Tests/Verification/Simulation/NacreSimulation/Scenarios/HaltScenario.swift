import Nacre
import NacreTesting

/// A projection in two processes with events that it cannot apply, and operators that skip them.
struct HaltScenario: Sendable {
    func run(_ world: SimulationWorld) async throws {
        let (store, models) = (world.eventStore(.rare), world.readModelStore(.rare))
        world.always("the model is what the log makes of it") {
            let events = try store.log.recorded()
            try models.models.read("ledgers") { try LedgerProjection.requireExact($0, events) }
        }
        world.spawn("writer") { try await Entries.write(6, in: store, world) }
        world.spawn("poisoner") {
            for _ in 0..<2 {
                try await trying { try await store.append(Entries.commit([5, Entries.poison], to: "a")) }
            }
        }
        for number in 1...2 {
            world.process("program \(number)", crashes: 1) { process in
                let runner = ProjectionScenario.runner(1, over: store, models, world)
                process.serve("follows") {
                    while true {
                        try await Self.untilHalted { try await runner.run() }
                        try await world.sleep(for: .milliseconds(10))
                    }
                }
                process.spawn("operates") {
                    while try await !Self.isDone(runner, store) {
                        try await Self.untilHalted {
                            guard let halt = try await runner.status().halt else { return }
                            if world.chance(0.3) { try await runner.retry() }
                            do {
                                try await runner.skip(halt.position, reason: "poison")
                            } catch let error as EventStoreError where error.code == .invalidArgument {
                                // The other operator has skipped it already.
                            }
                        }
                        try await world.sleep(for: .milliseconds(5))
                    }
                }
            }
        }
        try await world.finish()
        let events = try store.log.recorded()
        let poisoned = events.filter { $0.type == Entries.type && $0.data[0] == Entries.poison }.map(\.id)
        let runner = ProjectionScenario.runner(1, over: store, models, world)
        let reached = try await runner.catchUp()
        try require(reached >= events.count, "it has reached \(reached) of \(events.count)")
        let skipped = try await runner.skips().map(\.eventID)
        try require(Set(skipped) == Set(poisoned), "\(skipped) are skipped of \(poisoned)")
    }

    private static func untilHalted(_ work: () async throws -> Void) async throws {
        do {
            try await work()
        } catch let error as EventStoreError where error.code == .projectionHalted {}
    }

    /// Whether both invalid events are in the log and the projection is past them.
    private static func isDone(_ runner: ProjectionRunner, _ store: SimulatedEventStore) async throws -> Bool {
        let poisoned = try store.log.recorded().filter { $0.type == Entries.type && $0.data[0] == Entries.poison }
        guard poisoned.count >= 2, let last = poisoned.last?.position else { return false }
        return try await runner.status().position >= last
    }
}
