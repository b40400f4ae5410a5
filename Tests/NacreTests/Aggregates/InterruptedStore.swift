import Nacre

/// A store on which somebody else does something at chosen moments of its user's work.
struct InterruptedStore: EventStore, MappedLog {
    enum Moment: Hashable, Sendable, CaseIterable {
        /// The head was read, and is about to be told.
        case behindHead

        /// A batch of a read is about to be read.
        case beforeBatch

        /// A batch of a read was read, and is about to be handed out.
        case behindBatch

        /// A commit is about to be appended.
        case beforeAppend
    }

    let base: InMemoryEventStore
    let interrupt: @Sendable (Moment) async throws -> Void

    /// Is told of every subscription that is begun.
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
        try await interrupt(.behindHead)
        return head
    }

    func version(of stream: StreamName) async throws -> StreamVersion { try await base.version(of: stream) }

    func checkpoint(at position: Position) async throws -> Checkpoint { try await base.checkpoint(at: position) }

    func close() async { await base.close() }

    private func interrupted(_ sequence: EventSequence) -> EventSequence {
        EventSequence { Source(sequence: sequence, interrupt: interrupt) }
    }

    /// Hands out one event a batch, so that there are many moments between them; what there is to hand out is known,
    /// as it is to the store itself, when reading begins.
    private struct Source: EventBatchSource {
        let sequence: EventSequence
        let interrupt: @Sendable (Moment) async throws -> Void
        var left: ArraySlice<RecordedEvent>?

        mutating func nextBatch() async throws -> [RecordedEvent] {
            try await interrupt(.beforeBatch)
            var events = if let left { left } else { try await sequence.collect()[...] }
            let event = events.popFirst()
            left = events
            try await interrupt(.behindBatch)
            return event.map { [$0] } ?? []
        }
    }
}
