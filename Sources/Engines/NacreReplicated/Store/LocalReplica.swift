public import Nacre
internal import NacreLMDB

/// A node of a replicated store whose reads see what the node has followed so far.
///
/// They ask no server and wait for nothing, so they may lack the latest commits of other nodes; those of this node they
/// always see. Appends, and what they promise, are those of ``ReplicatedEventStore``.
public struct LocalReplica: EventStore {
    let store: ReplicatedEventStore

    /// The identity of the store.
    public var id: StoreID { store.id }

    /// Whether an acknowledged append survives power loss: the log promises it.
    public var isDurable: Bool { true }

    /// The local store, in mapped memory.
    public var mappedLog: (any MappedLog)? { store.replica }

    /// Appends a commit atomically, as ``ReplicatedEventStore/append(_:as:)`` does.
    @discardableResult
    public func append(_ commit: Commit, as author: CommitAuthor) async throws -> AppendResult {
        try await store.append(commit, as: author)
    }

    /// Reads a stream as far as it was followed.
    public func read(_ stream: StreamName, _ order: ReadOrder, limit: Int?) -> EventSequence {
        store.replica.read(stream, order, limit: limit)
    }

    /// Reads the log as far as it was followed.
    public func readLog(_ order: ReadOrder, matching query: Query, limit: Int?) -> EventSequence {
        store.replica.readLog(order, matching: query, limit: limit)
    }

    /// A catch-up subscription whose marker means: as far as this node has followed.
    public func subscribe(after position: Position, matching query: Query) -> Subscription {
        store.replica.subscribe(after: position, matching: query)
    }

    /// The event at a position.
    public func event(at position: Position) async throws -> RecordedEvent {
        try await store.replica.event(at: position)
    }

    /// The event with an id; `nil` if this node has followed none.
    public func event(withID id: EventID) async throws -> RecordedEvent? {
        try await store.replica.event(withID: id)
    }

    /// The position of the last event that was followed.
    public func head() async throws -> Position { try await store.replica.head() }

    /// The version of a stream as far as it was followed.
    public func version(of stream: StreamName) async throws -> StreamVersion {
        try await store.replica.version(of: stream)
    }

    /// The checkpoint of the log at a position.
    public func checkpoint(at position: Position) async throws -> Checkpoint {
        try await store.replica.checkpoint(at: position)
    }

    /// Closes the store.
    public func close() async { await store.close() }
}
