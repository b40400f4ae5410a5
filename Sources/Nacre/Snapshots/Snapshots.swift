internal import DomainKit

/// Remembers states of a decider, so that a long history need not be folded from its beginning.
///
/// ```swift
/// let snapshots = Snapshots("order", in: models, codec: JSONSnapshotCodec<Order>(schema: 1), every: 100)
/// let orders = Aggregates<OrderDecider>(in: store).remembering(snapshots)
/// ```
///
/// A snapshot is derived from the log and may be thrown away at any time: one that is missing, damaged, of another
/// schema, of another stream or store, or of a history that is not the log's is passed over, and all events are folded;
/// unless it is missing or of another schema, that is said. It
/// counts as the log's where the log has, at the position of the last event that was folded, what it had then. That its
/// bytes are those that were written is the store's to say, as for every row.
///
/// Threading: may be shared between tasks, and between processes through the store of the models.
public struct Snapshots<State: Sendable>: Sendable {
    private static var table: UInt8 { 0 }

    private let model: String
    private let models: any ReadModelStore
    private let codec: any SnapshotCodec<State>
    private let executor: any BlockingExecutor
    private let notice: @Sendable (_ stream: StreamName, _ error: any Error) -> Void

    /// How many events are folded before the state is remembered anew.
    let interval: StreamVersion

    /// Makes snapshots.
    ///
    /// - Parameters:
    ///   - name: What they are called in the store, 1 to 50 bytes of UTF-8; no other decider may use it.
    ///   - models: The store that keeps them: that of the read models.
    ///   - codec: What turns a state into bytes.
    ///   - events: A state is remembered when this many events or more were folded to load it; at least 1.
    ///   - executor: Runs what blocks; by default on a queue of its own.
    ///   - notice: Is told why a snapshot could not be read or kept, or does not fit the log. Nothing else follows from
    ///     that but time.
    public init(
        _ name: String, in models: any ReadModelStore, codec: any SnapshotCodec<State>, every events: Int = 100,
        executor: (any BlockingExecutor)? = nil,
        notice: @escaping @Sendable (_ stream: StreamName, _ error: any Error) -> Void = { _, _ in }
    ) {
        model = SnapshotModel.name(of: name)
        self.models = models
        self.codec = codec
        interval = StreamVersion(max(1, events))
        self.executor = executor ?? SerialBlockingExecutor(named: "snapshots \(name)")
        self.notice = notice
    }

    /// A state of a stream that is the log's.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - store: The log.
    ///   - position: The greatest position that the state may know of.
    /// - Returns: The state and the version at which it was; `nil` where there is none that can be used.
    /// - Throws: What the store throws.
    func load(
        _ stream: StreamName, from store: any EventStore, upTo position: Position
    ) async throws -> Versioned<State>? {
        guard let snapshot = found(stream), snapshot.schema == codec.schema,
            snapshot.checkpoint.position <= position
        else { return nil }
        guard try await isOfLog(snapshot.checkpoint, store) else {
            notice(
                stream,
                EventStoreError.damagedReadModel("the snapshot of \(quoted(stream.text)) does not fit the log"))
            return nil
        }
        do {
            return Versioned(state: try codec.decode(snapshot.state), version: snapshot.version)
        } catch {
            notice(stream, error)
            return nil
        }
    }

    /// Remembers a state.
    ///
    /// - Parameters:
    ///   - loaded: The state and its version.
    ///   - stream: The stream.
    ///   - position: The position of the last event that was folded.
    ///   - store: The log.
    func save(_ loaded: Versioned<State>, of stream: StreamName, at position: Position, in store: any EventStore) async
    {
        do {
            let snapshot = Snapshot(
                stream: stream, schema: codec.schema, checkpoint: try await store.checkpoint(at: position),
                version: loaded.version, state: try codec.encode(loaded.state))
            try await executor.run { [models, model] in
                try models.write(model) { writer in
                    try writer.setValue(snapshot.row, for: Array(stream.text.utf8), in: Self.table)
                }
            }
        } catch {
            notice(stream, error)
        }
    }

    private func found(_ stream: StreamName) -> Snapshot? {
        do {
            let row = try models.read(model) { try $0.value(for: Array(stream.text.utf8), in: Self.table) }
            guard let snapshot = try row.map({ try Snapshot(row: $0) }) else { return nil }
            guard snapshot.stream == stream else {
                throw EventStoreError.damagedReadModel("the snapshot of \(quoted(snapshot.stream.text)) stands there")
            }
            return snapshot
        } catch {
            notice(stream, error)
            return nil
        }
    }

    private func isOfLog(_ checkpoint: Checkpoint, _ store: any EventStore) async throws -> Bool {
        guard checkpoint.storeID == store.id else { return false }
        do {
            return try await store.checkpoint(at: checkpoint.position) == checkpoint
        } catch let error as EventStoreError where error.code == .noSuchPosition {
            return false
        }
    }
}
