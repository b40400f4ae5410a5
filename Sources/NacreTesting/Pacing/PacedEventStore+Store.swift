internal import DomainKit
public import Nacre

extension PacedEventStore {
    /// The identity of the log.
    public var id: StoreID { base.id }

    /// Whether an acknowledged append survives a loss of power; the wrapped store decides.
    public var isDurable: Bool { base.isDurable }

    /// Appends a commit, which is shown later.
    ///
    /// - Parameters:
    ///   - commit: Events with their streams, expectations, checks and conditions.
    ///   - author: The author on whose behalf the commit is written.
    /// - Returns: The wrapped store's result.
    /// - Throws: The wrapped store's errors.
    @discardableResult
    public func append(_ commit: Commit, as author: CommitAuthor) async throws -> AppendResult {
        try await base.append(commit, as: author)
    }

    /// Reads a stream, including events that are not shown yet.
    public func read(_ stream: StreamName, _ order: ReadOrder, limit: Int?) -> EventSequence {
        base.read(stream, order, limit: limit)
    }

    /// Reads the shown part of the log.
    public func readLog(_ order: ReadOrder, matching query: Query, limit: Int?) -> EventSequence {
        EventSequence { PacedEventSource(store: self, order: order, query: query, limit: limit) }
    }

    /// The shown part of the mapped log; `nil` if the wrapped store has none.
    public var mappedLog: (any MappedLog)? { base.mappedLog.map { PacedLog(store: self, base: $0) } }

    /// Subscribes to the shown part of the log.
    public func subscribe(after position: Position, matching query: Query) -> Subscription {
        Subscription(after: position) { PacedSubscriptionSource(store: self, query: query, position: position) }
    }

    /// The event at a shown position.
    public func event(at position: Position) async throws -> RecordedEvent {
        try requireShown(position)
        return try await base.event(at: position)
    }

    /// The event with an id, shown or not.
    public func event(withID id: EventID) async throws -> RecordedEvent? {
        try await base.event(withID: id)
    }

    /// The position up to which the log is shown.
    public func head() async throws -> Position {
        // The wrapped store's head is read, too, because it throws if the store is closed.
        min(shown, try await base.head())
    }

    /// The version of a stream, including events that are not shown yet.
    public func version(of stream: StreamName) async throws -> StreamVersion {
        try await base.version(of: stream)
    }

    /// The checkpoint for derived data that has applied the log up to a shown position.
    public func checkpoint(at position: Position) async throws -> Checkpoint {
        try requireShown(position)
        return try await base.checkpoint(at: position)
    }

    /// Closes the store, and ends subscriptions.
    public func close() async {
        await base.close()
        pace.change { $0.isClosed = true }
    }

    /// Checks that a position is shown.
    func requireShown(_ position: Position) throws(EventStoreError) {
        let shown = shown
        if position > shown { throw .noSuchPosition(position, head: shown) }
    }
}

/// A mapped log, limited to its shown part.
private struct PacedLog: MappedLog {
    let store: PacedEventStore
    let base: any MappedLog

    @available(*, noasync)
    func scan(after position: Position, while body: (EventView) throws -> Bool) throws {
        try store.requireShown(position)
        // Fixed when the scan begins, so that the scan excludes events shown later.
        let end = store.shown
        guard position < end else { return }
        try base.scan(
            after: position, while: { event in try event.position <= end && body(event) && event.position < end })
    }
}

/// A source for one read of the shown part of a log.
private struct PacedEventSource: EventBatchSource {
    let store: PacedEventStore
    let order: ReadOrder
    let query: Query
    let limit: Int?

    // Fixed when reading begins, so that the read excludes events shown later.
    var end: Position = 0
    var events: EventSequence.Iterator?

    init(store: PacedEventStore, order: ReadOrder, query: Query, limit: Int?) {
        self.store = store
        self.order = order
        self.query = query
        self.limit = limit
    }

    mutating func nextBatch() async throws -> [RecordedEvent] {
        var events = try self.events ?? begun()
        let event = try await events.next()
        self.events = events
        guard let event, event.position <= end else { return [] }
        return [event]
    }

    private mutating func begun() throws(EventStoreError) -> EventSequence.Iterator {
        end = store.shown
        let bounded: ReadOrder
        switch order {
        case .forward(let after):
            try store.requireShown(after)
            bounded = order
        case .backward(let from):
            try store.requireShown(from ?? 0)
            bounded = .backward(from: from ?? end)
        }
        return store.base.readLog(bounded, matching: query, limit: limit).makeAsyncIterator()
    }
}

/// A source for a subscription to the shown part of the log; it records when the subscription waits.
private struct PacedSubscriptionSource: SubscriptionSource {
    let store: PacedEventStore
    let query: Query
    var position: Position

    mutating func nextBatch() async throws -> SubscriptionBatch {
        if store.pace.value.isClosed { throw Self.closed }
        let shown = store.shown
        var events: [RecordedEvent] = []
        for try await event in store.readLog(
            .forward(after: position), matching: query, limit: Subscription.maxBatch)
        where event.position <= shown { events.append(event) }
        let isAtHead = events.count < Subscription.maxBatch
        position = isAtHead ? shown : events.last?.position ?? shown
        return SubscriptionBatch(events: events, position: position, isAtHead: isAtHead)
    }

    func waitForEvents(after position: Position) async throws {
        let number = store.pace.change { pace in
            pace.lastNumber += 1
            pace.waiting[pace.lastNumber] = position
            return pace.lastNumber
        }
        defer { store.pace.change { $0.waiting[number] = nil } }
        try await store.pace.wait { $0.shown > position || $0.isClosed }
        if store.pace.value.isClosed { throw Self.closed }
    }

    private static var closed: EventStoreError { EventStoreError(.closed, "the store is closed: open it again") }
}
