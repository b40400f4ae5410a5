package import Nacre
import Synchronization

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
