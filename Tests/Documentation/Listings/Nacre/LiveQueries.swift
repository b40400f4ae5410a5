import DomainKit
import Nacre
import NacreRuntime

// The listings of `LiveQueries.md`.

func observeSpending(_ runtime: Runtime) async throws {
    let changes = LogChanges(of: runtime.store, matching: Spending().query)
    let spent = LiveValues(following: changes) {
        try await runtime.models[Spending.self].read { try $0.customers.row(at: "ada")?.cents ?? 0 }
    }

    for try await cents in spent { print("ada has spent", cents) }
}
