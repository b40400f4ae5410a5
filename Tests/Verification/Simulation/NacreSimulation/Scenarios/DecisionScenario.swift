import DomainKit
import Nacre
import NacreTesting

/// Names that several users claim and release, decided over all streams, and a counter that all of them increment.
struct DecisionScenario: Sendable {
    var faults: SimulationFaults = .rare

    /// The objects of a user.
    struct User: Sendable {
        let stream: StreamName
        let store: SimulatedEventStore
        let world: SimulationWorld

        func names(_ name: String) -> Decisions<NameDecider> {
            Decisions(in: store, codec: NameCodec(name: name), time: world.time)
        }

        var counters: Aggregates<CounterDecider> {
            Aggregates("counter", in: store, codec: CounterCodec(), time: world.time)
        }
    }

    /// The decisions on the owner of a name, appended to the user's own stream.
    var change: @Sendable (NameDecider.Command, _ name: String, User) async throws -> Void = { command, name, user in
        try await user.names(name).execute(
            command, over: NameDecider.query(name), retrying: user.world.conflictRetry(), appendingTo: user.stream)
    }

    /// The aggregate of the counter.
    var count: @Sendable (User) async throws -> Void = { user in
        try await user.counters.execute(.count, on: "1", retrying: user.world.conflictRetry())
    }

    func run(_ world: SimulationWorld) async throws {
        let store = world.eventStore(faults)
        world.always("a name has one owner, and who owns it releases it") { try Self.requireOwners(in: store.log) }
        world.always("each count is one more than the one before") { try Self.requireCounts(in: store.log) }
        for number in UInt8(1)...3 {
            let user = User(stream: "user-\(number)", store: store, world: world)
            world.process("user \(number)", crashes: 1) { process in
                process.spawn("claims") {
                    for _ in 0..<3 {
                        let name = world.chance(0.5) ? "ada" : "grace"
                        try await changeOwner(of: name, number, user, process)
                    }
                }
                process.spawn("counts") {
                    for _ in 0..<3 { try await trying(in: process) { try await count(user) } }
                }
            }
        }
        try await world.finish()
    }

    /// Claims a name if it is free, and releases it again; each user appends to its own stream.
    private func changeOwner(
        of name: String, _ number: UInt8, _ user: User, _ process: SimulatedProcess
    ) async throws {
        for command in [NameDecider.Command.claim(by: number), .release(by: number)] {
            do {
                try await trying(in: process) { try await change(command, name, user) }
            } catch is NameDecider.Refused {}
        }
    }

    private static func requireOwners(in log: InMemoryEventStore) throws {
        for name in ["ada", "grace"] {
            var owner = NameDecider.initialState
            for event in try log.recorded() where NameDecider.query(name).matches(event) {
                guard let change = NameCodec(name: name).decode(event) else { continue }
                switch change {
                case .claimed(let user):
                    try require(owner == nil, "\(user) takes \(name) from \(owner ?? 0) at position \(event.position)")
                case .released(let user):
                    try require(owner == user, "\(user) releases what \(owner ?? 0) owns at position \(event.position)")
                }
                NameDecider.evolve(&owner, change)
            }
        }
    }

    static func requireCounts(in log: InMemoryEventStore) throws {
        let numbers = try log.recorded().filter { $0.type == "Counted" }.map { $0.data[0] }
        try require(numbers == numbers.indices.map { UInt8($0 + 1) }, "the counts are \(numbers)")
    }
}
