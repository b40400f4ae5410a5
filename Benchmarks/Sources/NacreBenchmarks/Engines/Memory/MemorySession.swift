import Nacre
import Synchronization

/// A store in memory that is held open; closing it leaves the store where it is.
final class MemorySession: EngineSession {
    let store: InMemoryEventStore
    private let isClosed = Atomic(false)

    init(store: InMemoryEventStore) {
        self.store = store
    }

    func append(_ commit: Commit) async throws -> AppendResult {
        try requireOpen()
        return try await store.append(commit)
    }

    func head() async throws -> Position {
        try requireOpen()
        return try await store.head()
    }

    func load(_ stream: StreamName) async throws -> LogContents {
        try requireOpen()
        var contents = LogContents(events: 0, payloadSum: 0)
        for event in try await store.read(stream).collect() { contents.add(event.data) }
        return contents
    }

    func subscribe(after position: Position, matching query: Query) throws -> Subscription {
        try requireOpen()
        return store.subscribe(after: position, matching: query)
    }

    var callerUse: CallerUse { .computes }

    func answeredDurability() async throws -> Durability? { .memoryOnly }

    func close() async throws {
        isClosed.store(true, ordering: .releasing)
    }

    /// Refuses what is asked of a store that was closed.
    func requireOpen() throws {
        guard !isClosed.load(ordering: .acquiring) else {
            throw EventStoreError(.closed, "the store is closed", outcome: .notWritten)
        }
    }
}
