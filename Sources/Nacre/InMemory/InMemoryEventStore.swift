public import DomainKit
internal import Synchronization

/// An event store in memory: every promise of ``EventStore``, but what it holds ends with it.
///
/// For tests, and for programs that want the model without the disk. Everything stays in memory for as long as the
/// store does.
///
/// Threading: all members may be called from any task at any time; an append waits for no other longer than it takes
/// to copy its events.
public final class InMemoryEventStore: EventStore, MappedLog {
    /// The identity of the log.
    public let id: StoreID

    /// Whether an acknowledged append survives a loss of power: `false`.
    public var isDurable: Bool { false }

    private let timeSource: any TimeSource
    private let makeID: @Sendable (Instant) -> EventID

    // `nil` once the store is closed.
    private let log: Mutex<InMemoryLog?>

    let head = InMemoryHead()

    /// Makes an empty store.
    ///
    /// - Parameters:
    ///   - timeSource: The store's clock.
    ///   - makeID: Makes the id of the store, and those of events that come without; every one must be new.
    public init(
        timeSource: any TimeSource = SystemTimeSource(),
        makeID: @escaping @Sendable (Instant) -> EventID = { EventID.timeOrdered(at: $0) }
    ) {
        self.timeSource = timeSource
        self.makeID = makeID
        id = StoreID(makeID(timeSource.now()))
        log = Mutex(InMemoryLog(storeID: id))
    }

    /// Appends a commit: all of it or nothing.
    ///
    /// - Parameters:
    ///   - commit: Events with their streams, expectations, checks and conditions.
    ///   - author: On whose behalf it is written.
    /// - Returns: The positions, the version of each stream, and whether the commit was recorded before.
    /// - Throws: ``EventStoreError``; `CancellationError` where the task is cancelled already.
    /// - Complexity: O(*n*) in the size of the commit, and for each condition in the events behind its position.
    @discardableResult
    public func append(_ commit: Commit, as author: CommitAuthor) async throws -> AppendResult {
        try Task.checkCancellation()
        try commit.validate(as: author)
        let result = try withMutableLog { log throws(EventStoreError) in
            try commit.validateConditions(upTo: log.head)
            if let answer = try log.repeated(commit) { return answer }
            try log.judge(commit)
            return log.write(commit, at: timeSource.now(), makeID: makeID)
        }
        head.advance(to: result.lastPosition)
        return result
    }

    /// Reads a stream; one that does not exist has no events.
    public func read(_ stream: StreamName, _ order: ReadOrder, limit: Int?) -> EventSequence {
        EventSequence { InMemoryEventSource(store: self, scope: .stream(stream), order: order, limit: limit) }
    }

    /// Reads the log, up to the head of the moment when reading began.
    ///
    /// - Complexity: O(*n*) in the events between where it begins and where it ends.
    public func readLog(_ order: ReadOrder, matching query: Query, limit: Int?) -> EventSequence {
        EventSequence { InMemoryEventSource(store: self, scope: .log(query), order: order, limit: limit) }
    }

    /// Hands out the events of the log in order, until the body has enough.
    ///
    /// - Parameters:
    ///   - position: Begins behind this position.
    ///   - body: Takes an event, valid inside this call; answers whether to go on.
    /// - Throws: ``EventStoreError`` where the position is beyond the head, or the store is closed; what `body` throws.
    @available(*, noasync)
    public func scan(after position: Position, while body: (EventView) throws -> Bool) throws {
        let end = try withLog { log throws(EventStoreError) in log.head }
        guard position <= end else { throw EventStoreError.noSuchPosition(position, head: end) }
        var last = position
        while last < end {
            // A few at a time: nothing is locked while the body runs, and no append copies the whole log.
            let events = try withLog { log throws(EventStoreError) in
                Array(log.events[Int(last)..<min(Int(end), Int(last) + Self.scannedAtOnce)])
            }
            for event in events {
                guard try body(event.view) else { return }
                last = event.position
            }
        }
    }

    private static let scannedAtOnce = 256

    /// Follows the log: what is there, a marker, what comes.
    ///
    /// - Complexity: O(*n*) in the events behind the position.
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

    /// The position of the last event; 0 where the log is empty.
    public func head() async throws -> Position {
        try withLog { log throws(EventStoreError) in log.head }
    }

    /// The version of a stream; 0 where it does not exist.
    public func version(of stream: StreamName) async throws -> StreamVersion {
        try stream.validate(as: "stream name")
        return try withLog { log throws(EventStoreError) in log.version(of: stream) }
    }

    /// What derived data that has applied the log up to a position writes down.
    public func checkpoint(at position: Position) async throws -> Checkpoint {
        try withLog { log throws(EventStoreError) in try log.checkpoint(at: position) }
    }

    /// Forgets everything and ends subscriptions; safe to call twice.
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
            // Taken out while it changes: a copy would cost the length of the log at every append.
            guard var log = state.take() else {
                throw EventStoreError(.closed, "the store is closed: open it again", outcome: .notWritten)
            }
            defer { state = log }
            return try body(&log)
        }
    }
}
