import DomainKit
import Nacre
import NacreTesting

/// Planted: a snapshot is stored under the stream's version at the time of storing, not under the folded version.
struct CarelessSnapshots: Sendable {
    let store: SimulatedEventStore
    let models: SimulatedReadModelStore

    private static let key: [UInt8] = [1]

    func load() async throws -> Versioned<CounterDecider.State> {
        let row = try? models.read("careless") { try $0.value(for: Self.key, in: 0) }
        var loaded = row.map { row in
            let digest = row[2...].reduce(0) { $0 << 8 | UInt32($1) }
            return Versioned(state: CounterDecider.State(count: row[1], digest: digest), version: StreamVersion(row[0]))
        }
        for try await event in store.read("counter-1", .forward(after: loaded?.version ?? 0)) {
            var next = loaded ?? Versioned(state: CounterDecider.initialState, version: 0)
            if let event = CounterCodec().decode(event) { CounterDecider.evolve(&next.state, event) }
            loaded = Versioned(state: next.state, version: event.version)
        }
        let found = loaded ?? Versioned(state: CounterDecider.initialState, version: 0)
        try await save(found.state, at: store.version(of: "counter-1"))
        return found
    }

    private func save(_ state: CounterDecider.State, at version: StreamVersion) throws {
        let digest = (0..<4).reversed().map { UInt8(truncatingIfNeeded: state.digest >> UInt32($0 * 8)) }
        try models.write("careless") {
            try $0.setValue([UInt8(version), state.count] + digest, for: Self.key, in: 0)
        }
    }
}
