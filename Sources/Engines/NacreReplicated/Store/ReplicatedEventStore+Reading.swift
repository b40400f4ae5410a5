public import Nacre
internal import NacreLMDB

// REP-11: A linearizable read waits for the replica to reach the tail, and then is a local read.
extension ReplicatedEventStore {
    /// Whether an acknowledged append survives power loss: the log promises it.
    public var isDurable: Bool { true }

    /// The local store, in mapped memory: what this node has followed.
    public var mappedLog: (any MappedLog)? { replica }

    /// Waits until this node has every commit that any node acknowledged before the call.
    ///
    /// - Throws: `EventStoreError`: `unreachable`, `diverged`, `closed`; `CancellationError`.
    public func catchUp() async throws { try await connection.catchUp(limit: options.readLimit) }

    /// Waits as the consistency of reads requires.
    func prepareRead() async throws {
        if consistency == .linearizable { try await catchUp() }
    }

    /// Reads a stream.
    ///
    /// A stream that does not exist has no events.
    public func read(_ stream: StreamName, _ order: ReadOrder, limit: Int?) -> EventSequence {
        guard consistency == .linearizable else { return replica.read(stream, order, limit: limit) }
        return EventSequence { [self] in
            LinearizableSource(store: self, source: replica.batches(of: stream, order, limit: limit))
        }
    }

    /// Reads the log up to its head at the start of the read.
    public func readLog(_ order: ReadOrder, matching query: Query, limit: Int?) -> EventSequence {
        guard consistency == .linearizable else { return replica.readLog(order, matching: query, limit: limit) }
        return EventSequence { [self] in
            LinearizableSource(store: self, source: replica.batches(order, matching: query, limit: limit))
        }
    }

    /// A catch-up subscription: existing events, a caught-up marker, then new events of any node.
    ///
    /// The marker comes when everything that any node had committed at the start was delivered, unless reads are local.
    public func subscribe(after position: Position, matching query: Query) -> Subscription {
        guard consistency == .linearizable else { return replica.subscribe(after: position, matching: query) }
        return Subscription(after: position) { [self] in
            ReplicatedSubscriptionSource(store: self, query: query, after: position)
        }
    }

    /// The event at a position.
    public func event(at position: Position) async throws -> RecordedEvent {
        try await prepareRead()
        return try await replica.event(at: position)
    }

    /// The event with an id; `nil` if there is none.
    public func event(withID id: EventID) async throws -> RecordedEvent? {
        try await prepareRead()
        return try await replica.event(withID: id)
    }

    /// The position of the last event; 0 if the log is empty.
    public func head() async throws -> Position {
        try await prepareRead()
        return try await replica.head()
    }

    /// The version of a stream; 0 if it does not exist.
    public func version(of stream: StreamName) async throws -> StreamVersion {
        try await prepareRead()
        return try await replica.version(of: stream)
    }

    /// The checkpoint of the log at a position: on every node the same.
    public func checkpoint(at position: Position) async throws -> Checkpoint {
        try await prepareRead()
        return try await replica.checkpoint(at: position)
    }
}

/// A read of the local store that begins when the replica has reached the tail of the log.
private struct LinearizableSource: EventBatchSource {
    let store: ReplicatedEventStore
    var source: any EventBatchSource
    var isPrepared = false

    init(store: ReplicatedEventStore, source: any EventBatchSource) {
        self.store = store
        self.source = source
    }

    mutating func nextBatch() async throws -> [RecordedEvent] {
        if !isPrepared { try await store.prepareRead() }
        isPrepared = true
        return try await source.nextBatch()
    }
}
