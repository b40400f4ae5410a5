internal import DomainKit

/// Snapshots of a decider's states, so that a long history need not be folded from its beginning.
///
/// ```swift
/// let snapshots = Snapshots("account", in: models, codec: JSONSnapshotCodec<Account>(schema: 1), every: 500)
/// let accounts = Aggregates<AccountDecider>(in: store).withSnapshots(snapshots)
/// ```
///
/// Snapshots are derived from the log and may be deleted at any time. A snapshot that is missing, damaged, of another
/// schema, stream or store, or of a history other than the log's is ignored, and all events are folded. A notice is
/// sent unless it is missing or of another schema. A snapshot belongs to the log's history if its checkpoint fits the
/// log. The read-model store verifies its bytes, as for every row.
///
/// Threading: may be shared between tasks, and between processes through the read-model store.
public struct Snapshots<State: Sendable>: Sendable {
    // FEAT-08: A snapshot of a state is taken while loading, and is only a cache.

    private static var table: UInt8 { 0 }

    private let model: String
    private let models: any ReadModelStore
    private let codec: any SnapshotCodec<State>
    private let executor: any BlockingExecutor
    private let notice: @Sendable (_ stream: StreamName, _ error: any Error) -> Void

    /// The number of events folded before a new snapshot is saved.
    let interval: StreamVersion

    /// Creates snapshots.
    ///
    /// - Parameters:
    ///   - name: The name of the snapshots in the store, 1 to 50 bytes of UTF-8, unique among deciders.
    ///   - models: The read-model store to keep them in.
    ///   - codec: The codec of the state.
    ///   - events: A snapshot is saved if at least this many events were folded to load a state; at least 1.
    ///   - executor: Runs blocking work; by default on a queue of its own.
    ///   - notice: Called if a snapshot cannot be read or saved, or does not fit the log. The only consequence is
    ///     time: all events are folded.
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

    /// Loads a snapshot that fits the log.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - store: The log.
    ///   - position: The maximum position of the snapshot.
    /// - Returns: The state and its version; `nil` if there is no usable snapshot.
    /// - Throws: Errors of the store.
    func load(
        _ stream: StreamName, from store: any EventStore, upTo position: Position
    ) async throws -> Versioned<State>? {
        // Another schema is expected after an update, and gets no notice; the next snapshot replaces it.
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

    /// Saves a snapshot.
    ///
    /// - Parameters:
    ///   - loaded: The state and its version.
    ///   - stream: The stream.
    ///   - position: The position of the last event that was folded.
    ///   - store: The log.
    func save(_ loaded: Versioned<State>, of stream: StreamName, at position: Position, in store: any EventStore) async
    {
        do {
            // Errors become notices: a snapshot is a cache, and the command succeeds without it. See FEAT-08.
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
                throw EventStoreError.damagedReadModel("the row holds the snapshot of \(quoted(snapshot.stream.text))")
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
