/// A run of the log as a projection applies it in one transaction.
struct ProjectionBatch: Sendable {
    /// The events that the projection's query matches, in order.
    var events: [RecordedEvent] = []

    /// How many events were looked at.
    var count = 0

    /// The last position of the run, whether the query matches what stands there or not.
    var covered: Position

    /// The part of the run that stands before an event.
    func before(_ event: RecordedEvent) -> ProjectionBatch {
        ProjectionBatch(
            events: events.filter { $0.position < event.position }, count: count - Int(covered - event.position) - 1,
            covered: event.position - 1)
    }
}

/// Cuts the log into batches that keep commits whole.
struct ProjectionBatches {
    private let query: Query
    private let skipped: Set<EventID>
    private let bytesLimit: Int
    private var events: EventSequence.Iterator
    private var covered: Position

    init(
        of store: any EventStore, after position: Position, matching query: Query, except skipped: Set<EventID>,
        size: ProjectionRunner.BatchSize
    ) {
        self.query = query
        self.skipped = skipped
        bytesLimit = size.bytes
        covered = position
        // Unfiltered, so that the checkpoint also moves over events that the query does not match.
        events = store.readLog(.forward(after: position)).makeAsyncIterator()
    }

    /// The next batch, or `nil` at the end of the log.
    ///
    /// - Parameters:
    ///   - end: Where the batch ends at the latest, though that be within a commit; `nil` for nowhere.
    ///   - limit: How many events it has, but for the rest of the last one's commit.
    /// - Returns: The batch.
    /// - Throws: What reading the log throws.
    mutating func next(upTo end: Position?, limit: Int) async throws -> ProjectionBatch? {
        var batch = ProjectionBatch(covered: covered)
        var bytes = 0
        while let event = try await events.next() {
            batch.covered = event.position
            batch.count += 1
            bytes += event.data.count + event.metadata.count
            if query.matches(event), skipped.isEmpty || !skipped.contains(event.id) { batch.events.append(event) }
            if event.position == end { break }
            if event.isLastOfCommit, batch.count >= limit || bytes >= bytesLimit { break }
        }
        covered = batch.covered
        return batch.count == 0 ? nil : batch
    }
}
