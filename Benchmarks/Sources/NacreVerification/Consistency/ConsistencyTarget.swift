import Nacre

/// The target of concurrent clients: the part of an event store that histories cover, so that a test can replace it
/// with a broken store.
protocol ConsistencyTarget: AppendTarget {
    /// The version of a stream, as `EventStore` defines it.
    func version(of stream: StreamName) async throws -> StreamVersion

    /// Events of a stream, as `EventStore` defines them.
    func read(_ stream: StreamName, _ order: ReadOrder, limit: Int) async throws -> [RecordedEvent]

    /// Events of the log, as `EventStore` defines them.
    func readLog(_ order: ReadOrder, matching query: Query, limit: Int) async throws -> [RecordedEvent]
}

/// An unmodified event store.
struct EventStoreTarget: ConsistencyTarget {
    let store: any EventStore

    func append(_ commit: Commit) async throws -> AppendResult { try await store.append(commit) }

    func head() async throws -> Position { try await store.head() }

    func version(of stream: StreamName) async throws -> StreamVersion { try await store.version(of: stream) }

    func read(_ stream: StreamName, _ order: ReadOrder, limit: Int) async throws -> [RecordedEvent] {
        try await store.read(stream, order, limit: limit).collect()
    }

    func readLog(_ order: ReadOrder, matching query: Query, limit: Int) async throws -> [RecordedEvent] {
        try await store.readLog(order, matching: query, limit: limit).collect()
    }
}
