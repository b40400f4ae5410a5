import Nacre

/// A store that runs a body at chosen points of its user's work.
struct InterruptedStore: EventStore, MappedLog {
    enum Moment: Hashable, Sendable, CaseIterable {
        /// The head was read, and is about to be returned.
        case afterHead

        /// A batch of a read is about to be read.
        case beforeBatch

        /// A batch was read, and is about to be returned.
        case afterBatch

        /// A commit is about to be appended.
        case beforeAppend
    }

    let base: InMemoryEventStore
    let interrupt: @Sendable (Moment) async throws -> Void

    /// Called with every subscription that begins.
    var subscribed: @Sendable () -> Void = {}

    var id: StoreID { base.id }

    func append(_ commit: Commit, as author: CommitAuthor) async throws -> AppendResult {
        try await interrupt(.beforeAppend)
        return try await base.append(commit, as: author)
    }

    func read(_ stream: StreamName, _ order: ReadOrder, limit: Int?) -> EventSequence {
        interrupted(base.read(stream, order, limit: limit))
    }

    func readLog(_ order: ReadOrder, matching query: Query, limit: Int?) -> EventSequence {
        interrupted(base.readLog(order, matching: query, limit: limit))
    }

    @available(*, noasync)
    func scan(after position: Position, while body: (EventView) throws -> Bool) throws {
        try base.scan(after: position, while: body)
    }

    func subscribe(after position: Position, matching query: Query) -> Subscription {
        subscribed()
        return base.subscribe(after: position, matching: query)
    }

    func event(at position: Position) async throws -> RecordedEvent { try await base.event(at: position) }

    func event(withID id: EventID) async throws -> RecordedEvent? { try await base.event(withID: id) }

    func head() async throws -> Position {
        let head = try await base.head()
        try await interrupt(.afterHead)
        return head
    }

    func version(of stream: StreamName) async throws -> StreamVersion { try await base.version(of: stream) }

    func checkpoint(at position: Position) async throws -> Checkpoint { try await base.checkpoint(at: position) }

    func close() async { await base.close() }

    private func interrupted(_ sequence: EventSequence) -> EventSequence {
        EventSequence { Source(sequence: sequence, interrupt: interrupt) }
    }

    /// Returns one event per batch, so that there are many points in between; the end of the read is fixed when it
    /// begins, as in the store itself.
    private struct Source: EventBatchSource {
        let sequence: EventSequence
        let interrupt: @Sendable (Moment) async throws -> Void
        var left: ArraySlice<RecordedEvent>?

        mutating func nextBatch() async throws -> [RecordedEvent] {
            try await interrupt(.beforeBatch)
            var events = if let left { left } else { try await sequence.collect()[...] }
            let event = events.popFirst()
            left = events
            try await interrupt(.afterBatch)
            return event.map { [$0] } ?? []
        }
    }
}
