public import DomainKit

/// Things of one kind in an event store, each with a history in a stream of its own.
///
/// ```swift
/// let orders = Aggregates<OrderDecider>("order", in: store, codec: OrderEventCodec())
/// try await orders.execute(.ship, on: "42")
/// ```
///
/// `execute` folds the stream `order-42` into a state, lets the decider decide, and appends what was decided on the
/// condition that the stream is still at the version that was folded. On conflict, it loads and decides again, as often as
/// the caller's `ConflictRetry` allows. Where nothing is decided, nothing is appended.
///
/// The events carry the task's ``EventContext``. Decisions that rest on more than one stream are ``Decisions``; several
/// decisions that take effect together are made in a ``DecisionScope``.
///
/// Threading: may be shared between tasks.
public struct Aggregates<Model: Decider>: Repository {
    let store: any EventStore
    let codec: any EventCodec<Model.Event>
    let time: any TimeSource
    private let category: String
    private let evolve = Evolution<Model>()
    private var snapshots: Snapshots<Model.State>?

    /// Makes aggregates of a store's streams.
    ///
    /// - Parameters:
    ///   - category: The category of the streams: what their names begin with, without the hyphen, of which it has none.
    ///     As other names it is judged where it is used.
    ///   - store: The store that keeps the streams.
    ///   - codec: What turns the model's events into the log's.
    ///   - time: What says when something happens.
    public init(
        _ category: String, in store: any EventStore, codec: any EventCodec<Model.Event>,
        time: any TimeSource = SystemTimeSource()
    ) {
        self.category = category
        self.store = store
        self.codec = codec
        self.time = time
    }

    /// The same aggregates, with states remembered: for long histories.
    ///
    /// - Parameter snapshots: What remembers them.
    /// - Returns: Aggregates that fold what is behind the last snapshot.
    public func remembering(_ snapshots: Snapshots<Model.State>) -> Aggregates {
        var copy = self
        copy.snapshots = snapshots
        return copy
    }

    /// The stream in which a thing's history is kept.
    ///
    /// - Parameter id: The thing.
    /// - Returns: The category, a hyphen and the id.
    public func stream(of id: String) -> StreamName { "\(category)-\(id)" }

    /// The stream of a thing that has an id, and which queries by category find.
    ///
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument``.
    func stream(found id: String) throws(EventStoreError) -> StreamName {
        guard !category.utf8.contains(UInt8(ascii: "-")) else {
            throw .invalid(
                "the category \(quoted(category)) has a hyphen, and categories end before the first: write it without")
        }
        guard !id.isEmpty else {
            throw .invalid(
                "an id in category \(quoted(category)) is empty: every thing needs an id of its own, give one")
        }
        return stream(of: id)
    }

    /// Folds the events of a thing; those of foreign types count for the version alone.
    ///
    /// - Parameter id: The thing.
    /// - Returns: Its state and version; the initial state and version 0 where nothing has happened to it.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument`` where the category has a hyphen or
    ///   the id is empty; ``EventDecodingError``, and what the store throws.
    /// - Complexity: O(*n*) in the events of the stream, those behind the last snapshot where there is one.
    public func load(_ id: String) async throws -> Versioned<Model.State> {
        try await load(stream(found: id), from: store, upTo: .max)
    }

    /// Folds the events of a stream that stand at or before a position.
    func load(
        _ stream: StreamName, from store: any EventStore, upTo position: Position
    ) async throws -> Versioned<Model.State> {
        let remembered = try await snapshots?.load(stream, from: store, upTo: position)
        var folded = (
            loaded: remembered ?? Versioned(state: Model.initialState, version: 0), position: Position(0)
        )
        if let remembered, let recent = try await store.recentEvents(of: stream, behind: remembered.version) {
            for recorded in recent where recorded.position <= position { try fold(recorded, into: &folded) }
        } else {
            for try await recorded in store.read(stream, .forward(after: folded.loaded.version)) {
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

    /// Takes an event into a state, and its position down.
    private func fold(
        _ recorded: RecordedEvent, into folded: inout (loaded: Versioned<Model.State>, position: Position)
    ) throws {
        if let event = try codec.decode(recorded) { evolve(&folded.loaded.state, event, recorded) }
        folded.loaded.version = recorded.version
        folded.position = recorded.position
    }

    /// Appends events to the history of a thing, in one commit.
    ///
    /// - Parameters:
    ///   - events: What has happened, in order. With none, only the version is judged.
    ///   - id: The thing.
    ///   - version: The version at which the events were decided.
    /// - Returns: The version after the last of the events.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/conflict`` where the thing is at another version, and
    ///   what the store throws.
    public func save(
        _ events: [Model.Event], for id: String, expecting version: StreamVersion
    ) async throws -> StreamVersion {
        let stream = try stream(found: id)
        let commit = try commit(events, to: id, expecting: version)
        guard !commit.isEmpty else {
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
