import Nacre

/// A store without a mapped log, like one on another machine: events come in batches.
struct FetchedStore: EventStore {
    let base = InMemoryEventStore()

    /// The first event that cannot be read.
    var damage: Position?

    /// Called before each batch.
    var fetching: @Sendable () async throws -> Void = {}

    var id: StoreID { base.id }

    func append(_ commit: Commit, as author: CommitAuthor) async throws -> AppendResult {
        try await base.append(commit, as: author)
    }

    func read(_ stream: StreamName, _ order: ReadOrder, limit: Int?) -> EventSequence {
        base.read(stream, order, limit: limit)
    }

    func readLog(_ order: ReadOrder, matching query: Query, limit: Int?) -> EventSequence {
        EventSequence {
            Source(store: self, events: base.readLog(order, matching: query, limit: limit).makeAsyncIterator())
        }
    }

    func subscribe(after position: Position, matching query: Query) -> Subscription {
        base.subscribe(after: position, matching: query)
    }

    func event(at position: Position) async throws -> RecordedEvent { try await base.event(at: position) }

    func event(withID id: EventID) async throws -> RecordedEvent? { try await base.event(withID: id) }

    func head() async throws -> Position { try await base.head() }

    func version(of stream: StreamName) async throws -> StreamVersion { try await base.version(of: stream) }

    func checkpoint(at position: Position) async throws -> Checkpoint { try await base.checkpoint(at: position) }

    func close() async { await base.close() }

    private struct Source: EventBatchSource {
        let store: FetchedStore
        var events: EventSequence.Iterator
        var damage: EventStoreError?

        mutating func nextBatch() async throws -> [RecordedEvent] {
            try await store.fetching()
            if let damage { throw damage }
            var batch: [RecordedEvent] = []
            while batch.count < 7, let event = try await events.next() {
                if event.position == store.damage {
                    let damage = EventStoreError(.damaged, "it is damaged", position: event.position)
                    if batch.isEmpty { throw damage }
                    self.damage = damage
                    return batch
                }
                batch.append(event)
            }
            return batch
        }
    }
}
