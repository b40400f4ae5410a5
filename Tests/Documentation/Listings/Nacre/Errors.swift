import DomainKit
import Nacre

// The listings of `Errors.md`.

struct ErrorsPage {
    let store: any EventStore
    let placed: [String: Int]

    func distinguish() async throws {
        do {
            try await store.append([EventData(type: "OrderPlaced", json: placed)], to: "order-42", expecting: .noStream)
        } catch let error as EventStoreError {
            switch error.code {
            case .conflict: print("changed meanwhile: \(error.violations)")
            case .appendsStopped: print("the disk failed: reopen the store")
            default: print(error)
            }
        }
    }

    func retry() async throws {
        let retry = ConflictRetry()
        try await retry {
            let history = try await store.read("order-42").collect()
            guard try history.last.flatMap({ try OrderEvent.codec.decode($0) }) != .shipped else { return }
            try await store.append(
                [OrderEvent.codec.encode(.shipped)], to: "order-42", expecting: .exact(history.last?.version ?? 0))
        }
    }
}
