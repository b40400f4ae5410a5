/// A log of events: append commits, read streams, read the log, subscribe.
///
/// The protocol requires nothing that only one engine has. The conformance suite in `NacreTesting` tests every
/// promise made here; every implementation must pass it.
///
/// Threading: all members may be called from any task at any time.
public protocol EventStore: Sendable {
    /// The identity of the log.
    var id: StoreID { get }

    // OPS-03: `EventStore.isDurable` decides whether being ahead of the log is evidence.
    /// Whether an acknowledged append survives power loss.
    ///
    /// The default is `true`.
    ///
    /// Derived data that is ahead of a durable log is evidence of lost events: it is kept, and nothing is applied to
    /// it, until a deliberate restore of the log is confirmed. If the log is not durable, such derived data is
    /// discarded and rebuilt.
    var isDurable: Bool { get }

    // APP-18: Streams whose names begin with `$` are written through one method of the store.
    /// Appends a commit atomically: all of it or nothing.
    ///
    /// Every append goes through this method; ``append(_:)`` is the shorthand for applications. An implementation
    /// must first call ``Commit/validate(as:)`` with `author`. A store that wraps another one must pass `author` on.
    ///
    /// When it returns, the events are durable (as far as the store's durability setting promises) and visible to
    /// every read that starts afterwards. On cancellation, a request that is still waiting is withdrawn; one that the
    /// store has begun to write is completed, and its result is returned.
    ///
    /// - Parameters:
    ///   - commit: Events with their streams, expectations, checks and conditions.
    ///   - author: The author of the commit. An application's commit that writes a reserved stream is refused.
    /// - Returns: The positions, the version of each stream, and whether the commit was recorded before.
    /// - Throws: ``EventStoreError``; `CancellationError` if the request was withdrawn.
    @discardableResult
    func append(_ commit: Commit, as author: CommitAuthor) async throws -> AppendResult

    /// Reads a stream.
    ///
    /// A stream that does not exist has no events.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - order: The direction, and the version to start from.
    ///   - limit: The maximum number of events; `nil` for all.
    /// - Returns: The events. Iterating throws ``EventStoreError``.
    func read(_ stream: StreamName, _ order: ReadOrder, limit: Int?) -> EventSequence

    /// Reads the log up to its head at the time the read begins.
    ///
    /// - Parameters:
    ///   - order: The direction, and the position to start from. A position beyond the head is an error when reading
    ///     begins.
    ///   - query: The events to select.
    ///   - limit: The maximum number of events; `nil` for all.
    /// - Returns: The events. Iterating throws ``EventStoreError``.
    func readLog(_ order: ReadOrder, matching query: Query, limit: Int?) -> EventSequence

    /// The log as mapped memory, which ``ProjectionRunner`` reads without copying; `nil` if events have to be
    /// fetched, for example from another machine.
    ///
    /// If it is `nil`, projections read the log in batches with ``readLog(_:matching:limit:)``, without blocking a
    /// thread.
    var mappedLog: (any MappedLog)? { get }

    /// Subscribes to the log (a catch-up subscription): delivers all recorded events that match, then a caught-up
    /// marker, then new events as any process appends them.
    ///
    /// See ``Subscription`` for the guarantees. All errors, including invalid arguments, are thrown when the
    /// subscription is iterated.
    ///
    /// - Parameters:
    ///   - position: The subscription starts after this position, such as that of a checkpoint. 0 starts with the
    ///     first event. A position beyond the head is an error.
    ///   - query: The events to select.
    /// - Returns: The subscription. Each iteration follows the log independently.
    func subscribe(after position: Position, matching query: Query) -> Subscription

    /// The event at a position.
    ///
    /// - Parameter position: 1 to the head.
    /// - Returns: The event.
    /// - Throws: ``EventStoreError`` if the position is 0 or beyond the head, or the record is damaged.
    func event(at position: Position) async throws -> RecordedEvent

    /// The event with an id.
    ///
    /// - Parameter id: The id.
    /// - Returns: The event, or `nil` if no event has this id.
    /// - Throws: ``EventStoreError``.
    func event(withID id: EventID) async throws -> RecordedEvent?

    /// The position of the last event; 0 if the log is empty.
    ///
    /// - Returns: The head.
    /// - Throws: ``EventStoreError``.
    func head() async throws -> Position

    /// The version of a stream; 0 if it does not exist.
    ///
    /// - Parameter stream: The stream.
    /// - Returns: The version of its last event.
    /// - Throws: ``EventStoreError``.
    func version(of stream: StreamName) async throws -> StreamVersion

    /// The checkpoint of the log at a position.
    ///
    /// Derived data stores it to recognise the log later.
    ///
    /// - Parameter position: 0 to the head.
    /// - Returns: The checkpoint.
    /// - Throws: ``EventStoreError`` if the position is beyond the head.
    func checkpoint(at position: Position) async throws -> Checkpoint

    /// Closes the store.
    ///
    /// Requests being written are completed, waiting requests fail, and subscriptions end with an error. Safe to call
    /// twice.
    func close() async
}

extension EventStore {
    /// Whether an acknowledged append survives power loss: `true`.
    public var isDurable: Bool { true }

    /// The log as mapped memory: `nil`.
    public var mappedLog: (any MappedLog)? { nil }

    /// Appends an application's commit atomically: all of it or nothing.
    ///
    /// - Parameter commit: Events with their streams, expectations, checks and conditions. Reserved streams, whose
    ///   names begin with `$`, may be checked but not written.
    /// - Returns: The positions, the version of each stream, and whether the commit was recorded before.
    /// - Throws: Errors of ``append(_:as:)``, with code ``EventStoreError/Code/reservedStream`` if the commit writes
    ///   a reserved stream.
    @inlinable
    @discardableResult
    public func append(_ commit: Commit) async throws -> AppendResult {
        try await append(commit, as: .application)
    }

    /// Appends events to one stream, with optimistic concurrency control.
    ///
    /// - Parameters:
    ///   - events: The events, in order.
    ///   - stream: The stream.
    ///   - expectation: The expected version of the stream.
    ///   - author: The author of the commit.
    /// - Returns: The result of ``append(_:as:)``.
    /// - Throws: Errors of ``append(_:as:)``.
    @discardableResult
    public func append(
        _ events: [EventData], to stream: StreamName, expecting expectation: Expectation = .any,
        as author: CommitAuthor = .application
    ) async throws -> AppendResult {
        try await append(Commit(events, to: stream, expecting: expectation), as: author)
    }

    /// Reads a stream from its first event to its last.
    public func read(_ stream: StreamName) -> EventSequence {
        read(stream, .forward(), limit: nil)
    }

    /// Reads a stream in the given order.
    public func read(_ stream: StreamName, _ order: ReadOrder) -> EventSequence {
        read(stream, order, limit: nil)
    }

    /// Reads the log.
    public func readLog(
        _ order: ReadOrder = .forward(), matching query: Query = .all
    ) -> EventSequence {
        readLog(order, matching: query, limit: nil)
    }
}
