import DomainKit
import Nacre

/// An edited history as a store that can only be read; positions are places in the edited history.
struct EditedStore: EventStore {
    let history: EditedHistory

    /// An identity of its own, so that no derived data of the recorded log is used with it.
    let id: StoreID

    init(_ history: EditedHistory, now: Instant) {
        self.history = history
        id = StoreID(EventID.timeOrdered(at: now))
    }

    var isDurable: Bool { false }

    var mappedLog: (any MappedLog)? { history }

    func append(_ commit: Commit, as author: CommitAuthor) async throws -> AppendResult { throw Self.readOnly }

    func read(_ stream: StreamName, _ order: ReadOrder, limit: Int?) -> EventSequence {
        EventSequence { EditedStreamSource(history, stream, order, limit: limit) }
    }

    func readLog(_ order: ReadOrder, matching query: Query, limit: Int?) -> EventSequence {
        EventSequence { EditedLogSource(history, order, query, limit: limit) }
    }

    func subscribe(after position: Position, matching query: Query) -> Subscription {
        Subscription(after: position) { UnavailableSource() }
    }

    func event(at position: Position) async throws -> RecordedEvent {
        guard position > 0,
            let event = try await readLog(.forward(after: position - 1), matching: .all, limit: 1)
                .collect().first
        else { throw EventStoreError.noSuchPosition(position, head: history.count) }
        return event
    }

    func event(withID id: EventID) async throws -> RecordedEvent? {
        let inserted = history.placed.first { $0.event.id == id }?.event.stream
        guard let stream = if let inserted { inserted } else { try await history.store.event(withID: id)?.stream }
        else {
            return nil
        }
        return try await read(stream).collect().first { $0.id == id }
    }

    func head() async throws -> Position { history.count }

    func version(of stream: StreamName) async throws -> StreamVersion {
        let recorded = try await history.recordedVersion(of: stream)
        guard let edits = history.streams[stream] else { return recorded }
        return recorded - StreamVersion(edits.removed.count) + StreamVersion(edits.placed.count)
    }

    func checkpoint(at position: Position) async throws -> Checkpoint {
        guard position <= history.count else { throw EventStoreError.noSuchPosition(position, head: history.count) }
        return Checkpoint(storeID: id, position: position, fingerprint: position)
    }

    /// Does nothing: the recorded log stays open.
    func close() async {}

    fileprivate static var readOnly: EventStoreError {
        EventStoreError(
            .invalidArgument, "an edited history is only read: append to the store itself", outcome: .notWritten)
    }
}

extension EditedHistory {
    /// The version of a stream at the head that was read.
    func recordedVersion(of stream: StreamName) async throws -> StreamVersion {
        for try await event in store.read(stream, .backward()) where event.position <= head { return event.version }
        return 0
    }
}

/// The source of a subscription, which an edited history does not have.
private struct UnavailableSource: SubscriptionSource {
    mutating func nextBatch() async throws -> SubscriptionBatch { throw EditedStore.readOnly }

    func waitForEvents(after position: Position) async throws { throw EditedStore.readOnly }
}
