import Nacre
import NacreTesting

/// Planted: a process manager that records its checkpoint in a second commit.
enum CarelessProcess {
    private static let checkpoint: StreamName = "checkpoint-packing"

    static func run(_ store: any EventStore, _ world: SimulationWorld) async throws {
        let manager = Packing(store: store)
        while true {
            let last = try await store.read(checkpoint, .backward(), limit: 1).collect().first
            let dealt = Position(last?.data[0] ?? 0)
            for try await message in store.subscribe(after: dealt, matching: manager.query) {
                guard case .event(let event) = message else { continue }
                do {
                    if let commit = try await manager.react(to: event) { try await store.append(commit) }
                    try await store.append(
                        [EventData(type: "Dealt", data: [UInt8(event.position)])], to: checkpoint,
                        expecting: .exact(store.version(of: checkpoint)))
                } catch let error as EventStoreError where error.code == .conflict {
                    break
                }
            }
        }
    }
}
