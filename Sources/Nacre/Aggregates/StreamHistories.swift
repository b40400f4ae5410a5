public import DomainKit

/// The histories that a decider's events make, each in a stream of its own.
///
/// This is what event-sourced repositories have in common: they add which stream belongs to which identity.
public struct StreamHistories<Model: Decider>: Sendable {
    private let store: any EventStore
    private let codec: any EventCodec<Model.Event>
    private let time: any TimeSource

    /// Makes histories on a store.
    ///
    /// - Parameters:
    ///   - store: The store that keeps the streams.
    ///   - codec: What turns the model's events into the log's.
    ///   - time: What says when something happens.
    public init(in store: any EventStore, codec: any EventCodec<Model.Event>, time: any TimeSource) {
        self.store = store
        self.codec = codec
        self.time = time
    }

    /// Folds the events of a stream; those of foreign types count for the version alone.
    ///
    /// - Parameter stream: The stream.
    /// - Returns: Its state and version; the initial state and version 0 where it does not exist.
    /// - Throws: ``EventDecodingError``, and what the store throws.
    /// - Complexity: O(*n*) in the events of the stream.
    public func load(_ stream: StreamName) async throws -> Versioned<Model.State> {
        var loaded = Versioned(state: Model.initialState, version: 0)
        for try await recorded in store.read(stream) {
            if let event = try codec.decode(recorded) { Model.evolve(&loaded.state, event) }
            loaded.version = recorded.version
        }
        return loaded
    }

    /// Appends events to a stream, in one commit.
    ///
    /// - Parameters:
    ///   - events: What has happened, in order. With none, only the version is judged.
    ///   - stream: The stream.
    ///   - version: The version at which the events were decided.
    /// - Returns: The version after the last of the events.
    /// - Throws: `ConcurrencyConflict` where the stream is at another version, and what the store throws.
    public func save(
        _ events: [Model.Event], to stream: StreamName, expecting version: StreamVersion
    ) async throws -> StreamVersion {
        guard !events.isEmpty else {
            let actual = try await store.version(of: stream)
            guard actual == version else {
                throw ConcurrencyConflict(stream: stream.text, expected: version, actual: actual)
            }
            return version
        }
        let now = time.now()
        let data = try events.map { event in
            var data = try codec.encode(event)
            data.time = now
            return data
        }
        do {
            let result = try await store.append(data, to: stream, expecting: .exact(version))
            return result.version(of: stream) ?? version + UInt64(events.count)
        } catch let error as EventStoreError where error.code == .conflict {
            guard case .expectation(_, _, let actual)? = error.violations.first else { throw error }
            throw ConcurrencyConflict(stream: stream.text, expected: version, actual: actual)
        }
    }
}
