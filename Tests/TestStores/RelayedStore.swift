package import Nacre

/// A store that passes its calls on to one in memory; conforming types replace some of them.
package protocol RelayedStore: EventStore {
    /// The store to which calls are passed on.
    var base: InMemoryEventStore { get }
}

extension RelayedStore {
    package var id: StoreID { base.id }

    package func append(_ commit: Commit, as author: CommitAuthor) async throws -> AppendResult {
        try await base.append(commit, as: author)
    }

    package func read(_ stream: StreamName, _ order: ReadOrder, limit: Int?) -> EventSequence {
        base.read(stream, order, limit: limit)
    }

    package func readLog(_ order: ReadOrder, matching query: Query, limit: Int?) -> EventSequence {
        base.readLog(order, matching: query, limit: limit)
    }

    package func subscribe(after position: Position, matching query: Query) -> Subscription {
        base.subscribe(after: position, matching: query)
    }

    package func event(at position: Position) async throws -> RecordedEvent { try await base.event(at: position) }

    package func event(withID id: EventID) async throws -> RecordedEvent? { try await base.event(withID: id) }

    package func head() async throws -> Position { try await base.head() }

    package func version(of stream: StreamName) async throws -> StreamVersion { try await base.version(of: stream) }

    package func checkpoint(at position: Position) async throws -> Checkpoint {
        try await base.checkpoint(at: position)
    }

    package func close() async { await base.close() }
}
