import Nacre
import NacreReplicated
import NacreRuntime

/// The listings about stores on several machines: they are compiled.
private enum ReplicatedListings {
    static func nodes() async throws -> [ReplicatedEventStore] {
        let log = InMemoryReplicatedLog()
        let first = try await ReplicatedEventStore.open(at: "a", over: log.client("a"))
        let second = try await ReplicatedEventStore.open(at: "b", over: log.client("b"))
        return [first, second]
    }

    static func runtime(over log: any ReplicatedLog) async throws -> Runtime {
        let node = ReplicatedEngine(at: "shop.nacre") { log }
        let runtime = try await Runtime.open(node) { Spending() }
        return runtime
    }

    static func append(_ order: [UInt8], over log: any ReplicatedLog) async throws {
        let store = try await ReplicatedEventStore.open(at: "shop.nacre", over: log)
        try await store.append([EventData(type: "OrderPlaced", json: order)], to: "order-42", expecting: .noStream)
    }
}
