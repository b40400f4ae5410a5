import Nacre

/// What concurrent clients append to and read: of an event store what their histories tell of, so that a test can put a
/// broken one in its place.
protocol ConsistencyTarget: AppendTarget {
    /// The version of a stream, as `EventStore` promises it.
    func version(of stream: StreamName) async throws -> StreamVersion

    /// Some events of a stream, as `EventStore` promises them.
    func read(_ stream: StreamName, _ order: ReadOrder, limit: Int) async throws -> [RecordedEvent]

    /// Some events of the log, as `EventStore` promises them.
    func readLog(_ order: ReadOrder, matching query: Query, limit: Int) async throws -> [RecordedEvent]
}

/// An event store as it is.
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
