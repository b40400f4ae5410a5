import Nacre
import NacreTesting

/// A consumer that stores its position on its own disk, and crashes.
struct SubscriptionScenario: Sendable {
    typealias Subscribe = @Sendable (SimulatedEventStore, SimulationWorld, Position, Query) -> Subscription

    var faults: SimulationFaults = .rare
    var subscribe: Subscribe = { store, _, position, query in store.subscribe(after: position, matching: query) }

    private static let query = Query.types("Wanted")

    func run(_ world: SimulationWorld) async throws {
        let store = world.eventStore(faults)
        let (disk, handled) = (Shared(Position(0)), Shared(Set<Position>()))
        for writer in 0..<2 {
            world.spawn("writer \(writer)") {
                for _ in 0..<8 {
                    let type: EventType = world.chance(0.6) ? "Wanted" : "Other"
                    try await trying { try await store.append([EventData(type: type, data: [])], to: "s-1") }
                    if world.chance(0.3) { try await world.sleep(for: .milliseconds(world.random(in: 1...40))) }
                }
            }
        }
        world.process("consumer") { process in
            process.serve("consumes") { try await consume(from: store, disk, handled, world) }
        }
        try await world.finish()
        let wanted = try Self.wanted(in: store.log)
        try require(handled.value == Set(wanted), "of \(wanted) were handled \(handled.value.sorted())")
    }

    private func consume(
        from store: SimulatedEventStore, _ disk: Shared<Position>, _ handled: Shared<Set<Position>>,
        _ world: SimulationWorld
    ) async throws {
        var last = disk.value
        for try await message in subscribe(store, world, last, Self.query) {
            let wanted = try Self.wanted(in: store.log)
            switch message {
            case .event(let event):
                let next = wanted.first { $0 > last }
                try require(event.position == next, "position \(event.position) comes, \(next ?? 0) is next")
                last = event.position
                handled.change { _ = $0.insert(last) }
            case .caughtUp(let position):
                let missing = wanted.filter { $0 > last && $0 <= position }
                try require(missing.isEmpty, "caught up at \(position), \(missing) did not come")
                last = position
            }
            try await world.pause("writes its position down")
            disk.change { $0 = last }
        }
    }

    private static func wanted(in log: InMemoryEventStore) throws -> [Position] {
        try log.recorded().filter { query.matches($0) }.map(\.position)
    }
}
