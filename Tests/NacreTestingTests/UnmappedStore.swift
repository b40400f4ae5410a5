import Nacre

/// A store without a mapped log.
struct UnmappedStore: EventStore {
    let base = InMemoryEventStore()

    var id: StoreID { base.id }

    func append(_ commit: Commit, as author: CommitAuthor) async throws -> AppendResult {
        try await base.append(commit, as: author)
    }

    func read(_ stream: StreamName, _ order: ReadOrder, limit: Int?) -> EventSequence {
        base.read(stream, order, limit: limit)
    }

    func readLog(_ order: ReadOrder, matching query: Query, limit: Int?) -> EventSequence {
        base.readLog(order, matching: query, limit: limit)
    }

    func subscribe(after position: Position, matching query: Query) -> Subscription {
        base.subscribe(after: position, matching: query)
    }

    func event(at position: Position) async throws -> RecordedEvent { try await base.event(at: position) }

    func event(withID id: EventID) async throws -> RecordedEvent? { try await base.event(withID: id) }

    func head() async throws -> Position { try await base.head() }

    func version(of stream: StreamName) async throws -> StreamVersion { try await base.version(of: stream) }

    func checkpoint(at position: Position) async throws -> Checkpoint { try await base.checkpoint(at: position) }

    func close() async { await base.close() }
}

extension MappedLog {
    /// Scans the log on this thread.
    ///
    /// - Parameters:
    ///   - position: The scan begins after this position.
    ///   - end: The last position.
    ///   - meanwhile: Called with each position.
    /// - Returns: The positions of the events.
    /// - Throws: The errors of the scan.
    func positions(
        after position: Position = 0, upTo end: Position = .max, _ meanwhile: (Position) -> Void = { _ in }
    ) throws -> [Position] {
        var positions: [Position] = []
        try scan(
            after: position,
            while: { event in
                positions.append(event.position)
                meanwhile(event.position)
                return event.position < end
            })
        return positions
    }
}
