package import Nacre

/// A session of an engine that is an event store: the store answers all calls.
package protocol EventStoreSession: EngineSession {
    associatedtype Store: EventStore

    var store: Store { get }

    /// Refuses calls of a closed session, which the store itself would still answer.
    func requireOpen() throws
}

extension EventStoreSession {
    package func requireOpen() throws {}

    package func append(_ commit: Commit) async throws -> AppendResult {
        try requireOpen()
        return try await store.append(commit)
    }

    package func head() async throws -> Position {
        try requireOpen()
        return try await store.head()
    }

    package func read(_ request: ReadRequest) async throws -> [RecordedEvent] {
        try requireOpen()
        return switch request {
        case .stream(let stream, let order, let limit):
            try await store.read(stream, order, limit: limit).collect()
        case .log(let order, let query, let limit):
            try await store.readLog(order, matching: query, limit: limit).collect()
        case .position(let position): [try await store.event(at: position)]
        case .id(let id): try await store.event(withID: id).map { [$0] } ?? []
        }
    }

    package func version(of stream: StreamName) async throws -> StreamVersion {
        try requireOpen()
        return try await store.version(of: stream)
    }

    package func subscribe(after position: Position, matching query: Query) throws -> Subscription {
        try requireOpen()
        return store.subscribe(after: position, matching: query)
    }
}
