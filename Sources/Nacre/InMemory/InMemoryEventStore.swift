public import DomainKit
internal import Synchronization

/// An ``EventStore`` in memory, for tests and for programs that need no durability.
///
/// It keeps every promise of ``EventStore`` except durability: events are lost when it is released.
///
/// Threading: all members may be called from any task at any time. An append holds the lock while its rules are
/// evaluated and its events are copied.
public final class InMemoryEventStore: EventStore, MappedLog {
    /// The identity of the log.
    public let id: StoreID

    /// Whether an acknowledged append survives power loss: `false`.
    public var isDurable: Bool { false }

    private let timeSource: any TimeSource
    private let makeID: @Sendable (Instant) -> EventID

    // `nil` once the store is closed.
    private let log: Mutex<InMemoryLog?>

    let head = InMemoryHead()

    /// Creates an empty store.
    ///
    /// - Parameters:
    ///   - timeSource: The store's clock.
    ///   - makeID: Generates the id of the store, and ids for events without one. Each must be unique.
    public init(
        timeSource: any TimeSource = SystemTimeSource(),
        makeID: @escaping @Sendable (Instant) -> EventID = { EventID.timeOrdered(at: $0) }
    ) {
        self.timeSource = timeSource
        self.makeID = makeID
        id = StoreID(makeID(timeSource.now()))
        log = Mutex(InMemoryLog(storeID: id))
    }

    /// Appends a commit atomically: all of it or nothing.
    ///
    /// - Parameters:
    ///   - commit: Events with their streams, expectations, checks and conditions.
    ///   - author: The author of the commit.
    /// - Returns: The positions, the version of each stream, and whether the commit was recorded before.
    /// - Throws: ``EventStoreError``; `CancellationError` if the task is already cancelled.
    /// - Complexity: O(*n*) in the size of the commit, and for each condition in the number of events after its
    ///   position.
    @discardableResult
    public func append(_ commit: Commit, as author: CommitAuthor) async throws -> AppendResult {
        try Task.checkCancellation()
        try commit.validate(as: author)
        let result = try withMutableLog { log throws(EventStoreError) in
            // The order that every store keeps: arguments, idempotency, then all rules together.
            try commit.validateConditions(upTo: log.head)
            if let answer = try log.repeated(commit) { return answer }
            try log.checkRules(of: commit)
            return log.write(commit, at: timeSource.now(), makeID: makeID)
        }
        // After the lock is released, because resumed readers take it.
        head.advance(to: result.lastPosition)
        return result
    }

    /// Reads a stream.
    ///
    /// A stream that does not exist has no events.
    public func read(_ stream: StreamName, _ order: ReadOrder, limit: Int?) -> EventSequence {
        EventSequence { InMemoryEventSource(store: self, scope: .stream(stream), order: order, limit: limit) }
    }

    /// Reads the log up to its head at the time the read begins.
    ///
    /// - Complexity: O(*n*) in the number of events between the start and the end.
    public func readLog(_ order: ReadOrder, matching query: Query, limit: Int?) -> EventSequence {
        EventSequence { InMemoryEventSource(store: self, scope: .log(query), order: order, limit: limit) }
    }

    /// Calls a closure with the events of the log in order, until the closure returns `false`.
    ///
    /// - Parameters:
    ///   - position: The scan starts after this position.
    ///   - body: Called with each event, which is valid during the call only. Returns whether to continue.
    /// - Throws: ``EventStoreError`` if the position is beyond the head, or the store is closed; any error that
    ///   `body` throws.
    @available(*, noasync)
    public func scan(after position: Position, while body: (EventView) throws -> Bool) throws {
        let end = try withLog { log throws(EventStoreError) in log.head }
        guard position <= end else { throw EventStoreError.noSuchPosition(position, head: end) }
        var last = position
        while last < end {
            // In small batches, so that no lock is held while the closure runs, and no append has to copy the whole
            // log.
            let events = try withLog { log throws(EventStoreError) in
                Array(log.events[Int(last)..<min(Int(end), Int(last) + Self.scanBatch)])
            }
            for event in events {
                guard try body(event.view) else { return }
                last = event.position
            }
        }
    }

    private static let scanBatch = 256

    /// Subscribes to the log: recorded events, a caught-up marker, then new events.
    ///
    /// - Complexity: O(*n*) in the number of events after the position.
    public func subscribe(after position: Position, matching query: Query) -> Subscription {
        Subscription(after: position) {
            InMemorySubscriptionSource(store: self, query: query, position: position)
        }
    }

    /// The event at a position.
    public func event(at position: Position) async throws -> RecordedEvent {
        try withLog { log throws(EventStoreError) in try log.event(at: position) }
    }

    /// The event with an id.
    public func event(withID id: EventID) async throws -> RecordedEvent? {
        try withLog { log throws(EventStoreError) in log.event(withID: id) }
    }

    /// The position of the last event; 0 if the log is empty.
    public func head() async throws -> Position {
        try withLog { log throws(EventStoreError) in log.head }
    }

    /// The version of a stream; 0 if it does not exist.
    public func version(of stream: StreamName) async throws -> StreamVersion {
        try stream.validate(as: "stream name")
        return try withLog { log throws(EventStoreError) in log.version(of: stream) }
    }

    /// The checkpoint of the log at a position.
    public func checkpoint(at position: Position) async throws -> Checkpoint {
        try withLog { log throws(EventStoreError) in try log.checkpoint(at: position) }
    }

    /// Discards all events and ends subscriptions.
    ///
    /// Safe to call twice.
    public func close() async {
        log.withLock { $0 = nil }
        head.close()
    }

    func withLog<Result: Sendable>(
        _ body: (InMemoryLog) throws(EventStoreError) -> Result
    ) throws(EventStoreError) -> Result {
        try withMutableLog { log throws(EventStoreError) in try body(log) }
    }

    private func withMutableLog<Result: Sendable>(
        _ body: (inout InMemoryLog) throws(EventStoreError) -> Result
    ) throws(EventStoreError) -> Result {
        try log.withLock { state throws(EventStoreError) in
            // Moved out while it changes: a copy would make every append cost the length of the log.
            guard var log = state.take() else {
                throw EventStoreError(.closed, "the store is closed: open it again", outcome: .notWritten)
            }
            defer { state = log }
            return try body(&log)
        }
    }
}
