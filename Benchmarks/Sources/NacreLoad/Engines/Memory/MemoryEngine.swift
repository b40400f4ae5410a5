import Foundation
package import Nacre
import Synchronization

/// Nacre's store in memory: the same model without a disk, for comparisons of processor time alone.
///
/// It is not durable. Compared with an engine that syncs, it measures the disk, so its ratios are marked.
struct MemoryEngine: EventStoreEngine {
    // BENCH-05: An engine that stores nothing says so in every row and ratio.

    /// The stores; reading a store back needs the same instance.
    let stores: MemoryStores

    var name: EngineName { .memory }

    var durability: Durability { .memoryOnly }

    var abilities: EngineAbilities {
        [.openStore, .sequence, .labels, .conditions, .repeats, .requests, .subscriptions, .wholeLog]
    }

    func open(_ folder: URL) async throws -> any EngineSession {
        MemorySession(store: try stores.open(folder))
    }

    func withStore<Result: Sendable>(
        _ folder: URL, _ body: (InMemoryEventStore) async throws -> Result
    ) async throws -> Result {
        try await body(stores.open(folder))
    }
}

/// An open store in memory; closing it does not discard the store.
package final class MemorySession: EventStoreSession {
    package let store: InMemoryEventStore
    private let isClosed = Atomic(false)

    package init(store: InMemoryEventStore) {
        self.store = store
    }

    package var callerUse: CallerUse { .computes }

    package func answeredDurability() async throws -> Durability? { .memoryOnly }

    package func close() async throws { isClosed.store(true, ordering: .releasing) }

    package func requireOpen() throws {
        guard !isClosed.load(ordering: .acquiring) else {
            throw EventStoreError(.closed, "the store is closed", outcome: .notWritten)
        }
    }
}
