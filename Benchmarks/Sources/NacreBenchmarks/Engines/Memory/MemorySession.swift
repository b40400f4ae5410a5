import Nacre
import Synchronization

/// An open store in memory; closing it does not discard the store.
final class MemorySession: EventStoreSession {
    let store: InMemoryEventStore
    private let isClosed = Atomic(false)

    init(store: InMemoryEventStore) {
        self.store = store
    }

    var callerUse: CallerUse { .computes }

    func answeredDurability() async throws -> Durability? { .memoryOnly }

    func close() async throws { isClosed.store(true, ordering: .releasing) }

    func requireOpen() throws {
        guard !isClosed.load(ordering: .acquiring) else {
            throw EventStoreError(.closed, "the store is closed", outcome: .notWritten)
        }
    }
}
