import Nacre
import NacreTesting

/// A process manager that runs in two processes at once.
struct ProcessScenario: Sendable {
    /// Handles existing events, then new ones.
    typealias Run = @Sendable (any EventStore, SimulationWorld) async throws -> Void

    var faults: SimulationFaults = .rare
    var follow: Run = { store, world in
        try await ProcessRunner(
            manager: Packing(store: store), store: store, checkpointInterval: 3,
            retrying: world.conflictRetry(), time: world.time
        ).run()
    }

    func run(_ world: SimulationWorld) async throws {
        let store = world.eventStore(faults)
        world.always("what is packed was ordered, once, in order") {
            let (ordered, packed) = (
                try Packing.numbers(of: Packing.ordered, in: store.log),
                try Packing.numbers(of: Packing.packed, in: store.log)
            )
            try require(ordered.starts(with: packed), "ordered \(ordered), packed \(packed)")
        }
        world.spawn("customer") {
            for number in UInt8(1)...8 {
                // With an id, so that a retry after an unknown outcome adds nothing. Every second event causes nothing.
                let data = EventData(
                    id: EventID(high: 0x4000, low: 2 << 62 | UInt64(number)), type: Packing.ordered,
                    data: [number % 2 == 0 ? 0 : number])
                try await trying { try await store.append([data], to: "order-\(number)") }
            }
        }
        world.spawn("others at the shelf") {
            for _ in 0..<5 {
                try await trying { try await store.append([EventData(type: "Dusted", data: [])], to: Packing.shelf) }
            }
        }
        for number in 1...2 {
            world.process("packer \(number)") { process in
                process.serve("packs") { try await follow(store, world) }
            }
        }
        try await world.finish()
        let (ordered, packed) = (
            try Packing.numbers(of: Packing.ordered, in: store.log),
            try Packing.numbers(of: Packing.packed, in: store.log)
        )
        try require(ordered == packed, "ordered \(ordered), packed \(packed)")
    }
}
