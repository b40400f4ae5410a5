import DomainKit
import Logging
import Nacre
import NacreLMDB
import NacreRuntime
import NacreServices
import NacreTesting

// The listings of `NacreRuntime.md` and `RunningFeatures.md`.

struct RunningFeatures {
    let runtime: Runtime
    let logger: Logger

    static func open() async throws -> Spending.Row? {
        let runtime = try await Runtime.open(.lmdb(at: "shop.nacre")) {
            Spending()
            ProcessDeclaration { Packing(parcels: Aggregates(in: $0.store, time: $0.time)) }
        }
        let ada = try await runtime.models[Spending.self].read { try $0.customers.row(at: "ada") }
        await runtime.close()
        return ada
    }

    static func open(logger: Logger) async throws -> Runtime {
        let runtime = try await Runtime.open(.lmdb(at: "shop.nacre"), options: .init(logger: logger)) {
            Spending()
            ProcessDeclaration { Packing(parcels: Aggregates(in: $0.store, time: $0.time)) }
        }
        return runtime
    }

    @FeaturesBuilder static var features: Features {
        Spending()
        ProcessDeclaration { Packing(parcels: Aggregates(in: $0.store, time: $0.time)) }
    }

    func execute() async throws {
        let orders = Aggregates<OrderDecider>(in: runtime.store)
        try await orders.execute(.ship, on: "42")
    }

    func read() async throws -> [Spending.Row?] {
        let row = try await runtime.models[Spending.self].read { try $0.customers.row(at: "ada") }
        let before = try await runtime.asOf(.position(1_000)) { past in
            try await past[Spending.self].read { try $0.customers.row(at: "ada") }
        }
        return [row, before]
    }

    func repair() async throws {
        for status in try await runtime.projections() {
            if let halt = status.halt { print("\(status.name) halts before position \(halt.position): \(halt.reason)") }
        }
        try await runtime.retry(projection: "spending")
        try await runtime.skip(4711, in: "spending", reason: "written by a faulty import")
    }

    func backUp() async throws {
        try await runtime.backup(to: "shop-monday.nacre")
    }

    func serve() throws -> [FollowerService] {
        let services = try FollowerService.services(for: runtime.followers, logger: logger)
        return services
    }

    static func testing() throws -> Runtime {
        let store = FaultyEventStore(InMemoryEventStore())
        let runtime = try Runtime(on: Storage(store: store)) { Spending() }
        return runtime
    }
}
