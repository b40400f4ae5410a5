import DomainKit
import Nacre

// The listings of `OptimisticConcurrency.md`.

struct OptimisticConcurrency {
    let store: any EventStore
    let orders: Aggregates<OrderDecider>

    struct OrderHasChanged: Error {}

    func expectVersion() async throws {
        let history = try await store.read("order-42").collect()
        let version = history.last?.version ?? 0

        // Decide on the history, then append at its version.
        try await store.append([OrderEvent.codec.encode(.shipped)], to: "order-42", expecting: .exact(version))
    }

    func checkOthers() async throws {
        try await store.append(
            Commit {
                Expect("order-42", .exact(1))
                Append(EventData(type: "OrderShipped", data: Array("{}".utf8)), to: "order-42")
                Check("customer-7", .streamExists)
            })
    }

    func reportConflict() async throws {
        do {
            try await store.append([OrderEvent.codec.encode(.shipped)], to: "order-42", expecting: .exact(1))
        } catch let error as EventStoreError where error.isConflict {
            for case .expectation(let stream, let expected, let actual) in error.violations {
                print("\(stream): expected \(expected), found version \(actual)")
            }
        }
    }

    func retry() async throws {
        let retry = ConflictRetry()
        try await retry {
            let history = try await store.read("order-42").collect()
            let order = OrderDecider.replay(try history.compactMap { try OrderEvent.codec.decode($0) })
            let events = try OrderDecider.decide(.ship, order).map { try OrderEvent.codec.encode($0) }
            guard !events.isEmpty else { return }
            try await store.append(events, to: "order-42", expecting: .exact(history.last?.version ?? 0))
        }

        try await orders.execute(.ship, on: "42")
    }

    func ship(_ id: String, at shown: StreamVersion) async throws {
        try await store.decide { decision in
            let order = try await decision.load(id, in: orders)
            guard order.version == shown else { throw OrderHasChanged() }
            try await decision.execute(.ship, on: id, in: orders)
        }
    }
}
