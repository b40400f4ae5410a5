public import DomainKit

/// The aggregates of one kind in an event store.
///
/// Each has its history in its own stream.
///
/// ```swift
/// let orders = Aggregates<OrderDecider>("order", in: store, codec: OrderEventCodec())
/// try await orders.execute(.ship, on: "42")
/// ```
///
/// `execute` folds the stream `order-42` into a state, calls the decider, and appends the decided events with
/// optimistic concurrency: the stream must still be at the folded version. On conflict, it loads and decides again,
/// as often as the caller's `ConflictRetry` allows. If nothing is decided, nothing is appended.
///
/// The events carry the task's ``EventContext``. For decisions based on more than one stream use ``Decisions``; to
/// make several decisions in one commit use a ``DecisionScope``.
///
/// Threading: may be shared between tasks.
public struct Aggregates<Model: Decider>: Repository {
    // FEAT-02: A decision folds up to one head and appends on the condition that nothing relevant came since.

    let store: any EventStore
    let codec: any EventCodec<Model.Event>
    let time: any TimeSource
    private let category: String
    private let evolve = Evolution<Model>()
    private var snapshots: Snapshots<Model.State>?

    /// Creates aggregates over a store's streams.
    ///
    /// - Parameters:
    ///   - category: The category of the streams: the part of their names before the first hyphen. It must not
    ///     contain a hyphen. It is validated when it is used.
    ///   - store: The store that holds the streams.
    ///   - codec: The codec of the model's events.
    ///   - time: The clock.
    public init(
        _ category: String, in store: any EventStore, codec: any EventCodec<Model.Event>,
        time: any TimeSource = SystemTimeSource()
    ) {
        self.category = category
        self.store = store
        self.codec = codec
        self.time = time
    }

    /// Returns the same aggregates with snapshots of their states, for long histories.
    ///
    /// - Parameter snapshots: The snapshots.
    /// - Returns: Aggregates that fold only the events after the last snapshot.
    public func withSnapshots(_ snapshots: Snapshots<Model.State>) -> Aggregates {
        var copy = self
        copy.snapshots = snapshots
        return copy
    }

    /// The stream that holds the history of an aggregate.
    ///
    /// - Parameter id: The id of the aggregate.
    /// - Returns: The category, a hyphen and the id.
    public func stream(of id: String) -> StreamName { "\(category)-\(id)" }

    /// The stream of an aggregate, after validating that queries by category will find it and that the id is not
    /// empty.
    ///
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument``.
    func stream(found id: String) throws(EventStoreError) -> StreamName {
        // No query by category would find the streams, because a category ends at the first hyphen.
        guard !category.utf8.contains(UInt8(ascii: "-")) else {
            throw .invalid(
                "the category \(quoted(category)) contains a hyphen, which ends a category: remove the hyphen")
        }
        guard !id.isEmpty else {
            throw .invalid(
                "an id in category \(quoted(category)) is empty: give an id that is unique in the category")
        }
        return stream(of: id)
    }

    /// Folds the events of an aggregate.
    ///
    /// Events of unknown types only count for the version.
    ///
    /// - Parameter id: The id of the aggregate.
    /// - Returns: The state and version; the initial state and version 0 if the stream does not exist.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument`` if the category contains a
    ///   hyphen or the id is empty; ``EventDecodingError``; errors of the store.
    /// - Complexity: O(*n*) in the events of the stream, or in those after the last snapshot if there is one.
    public func load(_ id: String) async throws -> Versioned<Model.State> {
        try await load(stream(found: id), from: store, upTo: .max)
    }

    /// Folds the events of a stream up to and including a position.
    func load(
        _ stream: StreamName, from store: any EventStore, upTo position: Position
    ) async throws -> Versioned<Model.State> {
        let remembered = try await snapshots?.load(stream, from: store, upTo: position)
        var folded = (
            loaded: remembered ?? Versioned(state: Model.initialState, version: 0), position: Position(0)
        )
        if let remembered, let recent = try await store.recentEvents(of: stream, after: remembered.version) {
            for recorded in recent where recorded.position <= position { try fold(recorded, into: &folded) }
        } else {
            for try await recorded in store.read(stream, .forward(after: folded.loaded.version)) {
                // A decision scope reads all its streams as of one position. See FEAT-02.
                if recorded.position > position { break }
                try fold(recorded, into: &folded)
            }
        }
        let (loaded, last) = folded
        if let snapshots, loaded.version - (remembered?.version ?? 0) >= snapshots.interval {
            await snapshots.save(loaded, of: stream, at: last, in: store)
        }
        return loaded
    }

    /// Folds an event into a state, and records its version and position.
    private func fold(
        _ recorded: RecordedEvent, into folded: inout (loaded: Versioned<Model.State>, position: Position)
    ) throws {
        if let event = try codec.decode(recorded) { evolve(&folded.loaded.state, event, recorded) }
        // Foreign events count too: the version is the stream's.
        folded.loaded.version = recorded.version
        folded.position = recorded.position
    }

    /// Appends events to the history of an aggregate, in one commit.
    ///
    /// - Parameters:
    ///   - events: The events, in order. If there are none, only the version is checked.
    ///   - id: The id of the aggregate.
    ///   - version: The version that the decision was based on.
    /// - Returns: The version after the last of the events.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/conflict`` if the stream is at another version;
    ///   errors of the store.
    public func save(
        _ events: [Model.Event], for id: String, expecting version: StreamVersion
    ) async throws -> StreamVersion {
        let stream = try stream(found: id)
        let commit = try commit(events, to: id, expecting: version)
        guard !commit.isEmpty else {
            // Nothing is appended, but a stale version is a conflict all the same.
            let actual = try await store.version(of: stream)
            guard actual == version else {
                throw EventStoreError.conflict([.check(stream: stream, expected: .exact(version), actual: actual)])
            }
            return version
        }
        let result = try await store.append(commit)
        return result.version(of: stream) ?? version + StreamVersion(events.count)
    }
}
