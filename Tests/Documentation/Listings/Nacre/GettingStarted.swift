import DomainKit
import Nacre
import NacreLMDB
import NacreRuntime

// The listings of `GettingStarted.md`.

enum GettingStarted {
    static func open() async throws -> any EventStore {
        let store = try await LMDBEventStore.open(at: "shop.nacre")
        return store
    }

    static func append(to store: any EventStore) async throws {
        struct OrderPlaced: Codable { let customer: String, cents: Int }

        let placed = OrderPlaced(customer: "ada", cents: 1250)
        try await store.append([EventData(type: "OrderPlaced", json: placed)], to: "order-42", expecting: .noStream)

        for try await event in store.read("order-42") {
            print(event.version, event.type)
        }
        for try await event in store.readLog(matching: .categories("order")) {
            print(event.position, event.type)
        }

        try await store.append(
            Commit {
                Expect("order-42", .exact(1))
                Append(EventData(type: "OrderShipped", data: []), to: "order-42")
                Append(EventData(type: "ParcelLeft", data: []), to: "parcel-7")
                Check("customer-7", .streamExists)
            })

        let event = try EventData(id: .random(), type: "OrderPlaced", json: placed)
        let first = try await store.append([event], to: "order-42", expecting: .noStream)
        let again = try await store.append([event], to: "order-42", expecting: .noStream)
        // again.wasAlreadyCommitted, and again.positions == first.positions
        assert(again.wasAlreadyCommitted && again.positions == first.positions)

        for try await message in store.subscribe(after: 0, matching: .types("OrderPlaced")) {
            switch message {
            case .event(let event): print(event.position)
            case .caughtUp: print("up to date")
            }
        }
    }

    static func run() async throws -> Spending.Row? {
        let runtime = try await Runtime.open(.lmdb(at: "shop.nacre")) { Spending() }
        let orders = Aggregates<OrderDecider>(in: runtime.store)

        try await orders.execute(.place(customer: "ada", cents: 1250), on: "42")
        let spent = try await runtime.models[Spending.self].read { try $0.customers.row(at: "ada") }
        await runtime.close()
        return spent
    }
}
