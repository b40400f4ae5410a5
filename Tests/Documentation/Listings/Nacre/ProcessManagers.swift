import DomainKit
import Nacre
import NacreLMDB
import NacreRuntime

// The listings of `ProcessManagers.md`.

enum ProcessManagers {
    static func run() async throws -> [EventStoreError] {
        struct Packing: ProcessManager {
            let name = "packing"
            let query = Query.types("OrderPlaced")
            let parcels: Aggregates<ParcelDecider>

            func react(to event: RecordedEvent) async throws -> Commit? {
                guard case .placed(let customer, _)? = try OrderEvent.codec.decode(event) else { return nil }
                return try await parcels.commit(deciding: .pack(for: customer), on: event.stream.id)
            }
        }

        let runtime = try await Runtime.open(.lmdb(at: "shop.nacre")) {
            Spending()
            ProcessDeclaration { Packing(parcels: Aggregates(in: $0.store, time: $0.time)) }
        }
        let halts = try await runtime.react()
        return halts
    }
}
