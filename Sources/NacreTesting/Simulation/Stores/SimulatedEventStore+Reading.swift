public import Nacre

extension SimulatedEventStore {
    /// Reads a stream in small batches.
    public func read(_ stream: StreamName, _ order: ReadOrder, limit: Int?) -> EventSequence {
        let events = log.read(stream, order, limit: limit)
        return EventSequence {
            SimulatedEventSource(
                store: self, point: SchedulingPoint("reads stream", stream.text), events: events.makeAsyncIterator())
        }
    }

    /// Reads the log in small batches.
    public func readLog(_ order: ReadOrder, matching query: Query, limit: Int?) -> EventSequence {
        let events = log.readLog(order, matching: query, limit: limit)
        return EventSequence {
            SimulatedEventSource(
                store: self, point: SchedulingPoint("reads the log"), events: events.makeAsyncIterator())
        }
    }

    /// Scans the log; other strands may run before and during the scan.
    @available(*, noasync)
    public func scan(after position: Position, while body: (EventView) throws -> Bool) throws {
        try scheduler.interleave(SchedulingPoint("scans the log after", number: position))
        try fail()
        try log.scan(after: position) { event in
            guard try body(event) else { return false }
            if event.isLastOfCommit {
                try scheduler.interleave(SchedulingPoint("has scanned", number: event.position))
            }
            return true
        }
    }

    /// Subscribes to the log, in small batches.
    public func subscribe(after position: Position, matching query: Query) -> Subscription {
        Subscription(after: position) {
            SimulatedSubscriptionSource(store: self, query: query, position: position)
        }
    }

    /// The event at a position.
    public func event(at position: Position) async throws -> RecordedEvent {
        try await access(SchedulingPoint("reads event at", number: position)) { try await log.event(at: position) }
    }

    /// The event with an id.
    public func event(withID id: EventID) async throws -> RecordedEvent? {
        try await access(SchedulingPoint("reads event by its id")) { try await log.event(withID: id) }
    }

    /// The position of the last event; 0 if the log is empty.
    public func head() async throws -> Position {
        try await access(SchedulingPoint("reads the head")) { try await log.head() }
    }

    /// The version of a stream; 0 if it does not exist.
    public func version(of stream: StreamName) async throws -> StreamVersion {
        try await access(SchedulingPoint("reads version of", stream.text)) { try await log.version(of: stream) }
    }

    /// The checkpoint that derived data stores after applying the log up to a position.
    public func checkpoint(at position: Position) async throws -> Checkpoint {
        try await access(SchedulingPoint("reads checkpoint at", number: position)) {
            try await log.checkpoint(at: position)
        }
    }

    private func access<Result>(_ point: SchedulingPoint, _ body: () async throws -> Result) async throws -> Result {
        try await scheduler.pause(point)
        try fail()
        let result = try await body()
        try await scheduler.pause(SchedulingPoint("has read"))
        return result
    }

    /// Fails a read if the seed says so.
    func fail() throws {
        guard world.fault(faults.failedReads) else { return }
        throw EventStoreError.simulated(.inputOutput, "the log cannot be read")
    }
}

/// Forwards the events of a read in small batches.
private struct SimulatedEventSource: EventBatchSource {
    let store: SimulatedEventStore
    let point: SchedulingPoint
    var events: EventSequence.Iterator

    mutating func nextBatch() async throws -> [RecordedEvent] {
        try await store.scheduler.pause(point)
        try store.fail()
        var batch: [RecordedEvent] = []
        // Small batches, so that other tasks run at every boundary.
        let count = store.world.random(in: 1...8)
        while batch.count < count, let event = try await events.next() { batch.append(event) }
        try await store.scheduler.pause(SchedulingPoint("has read events", number: UInt64(batch.count)))
        return batch
    }
}

/// Reads the log for one subscription, in small batches.
private struct SimulatedSubscriptionSource: SubscriptionSource {
    let store: SimulatedEventStore
    let query: Query
    /// The last position read.
    var position: Position
    var hasCaughtUp = false

    mutating func nextBatch() async throws -> SubscriptionBatch {
        try query.validate()
        try await store.scheduler.pause(SchedulingPoint("looks behind", number: position))
        try store.fail()
        let head = try await store.log.head()
        let limit = hasCaughtUp ? Subscription.maxBatch : store.world.random(in: 1...6)
        let events = try await store.log.readLog(.forward(after: position), matching: .all, limit: limit).collect()
        position = events.last?.position ?? position
        hasCaughtUp = hasCaughtUp || position == head
        let batch = SubscriptionBatch(
            events: events.filter(query.matches), position: position, isAtHead: position == head)
        try await store.scheduler.pause(SchedulingPoint("has read the log up to", number: position))
        return batch
    }

    func waitForEvents(after position: Position) async throws {
        try await store.wait(after: position)
    }
}
