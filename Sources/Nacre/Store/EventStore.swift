/// A log of events: append commits, read streams, read the log.
///
/// It asks for nothing that only one engine has; what each sentence promises is written in the conformance suite of
/// `NacreTesting`, which every implementation must pass.
///
/// Threading: all members may be called from any task at any time.
public protocol EventStore: Sendable {
    /// The identity of the log.
    var id: StoreID { get }

    /// Whether an acknowledged append survives a loss of power; `true` unless an engine says otherwise.
    ///
    /// Derived data that is ahead of such a log is evidence of lost events: it is kept, and nothing is applied to it,
    /// until it is confirmed that the log was restored on purpose. Ahead of any other log it is discarded and rebuilt.
    var isDurable: Bool { get }

    /// Appends a commit: all of it or nothing.
    ///
    /// This is the one door to the log; ``append(_:)`` is the shorthand for applications. An implementation begins by
    /// calling ``Commit/validate(as:)`` with the author that it was given, and a store that wraps another hands it on.
    ///
    /// When it returns, the events are safe (as safe as the store's durability setting says) and visible to every read
    /// that starts afterwards. A request that still waits when its task is cancelled is withdrawn; one that the store
    /// has begun to write is finished and answered.
    ///
    /// - Parameters:
    ///   - commit: Events with their streams, expectations, checks and conditions.
    ///   - author: On whose behalf it is written: an application's commit that writes a stream of the store's own is
    ///     refused.
    /// - Returns: The positions, the version of each stream, and whether the commit was recorded before.
    /// - Throws: ``EventStoreError``; `CancellationError` where the request was withdrawn.
    @discardableResult
    func append(_ commit: Commit, as author: CommitAuthor) async throws -> AppendResult

    /// Reads a stream. One that does not exist has no events.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - order: The direction, and the version from which.
    ///   - limit: The greatest number of events; `nil` for all.
    /// - Returns: The events; reading throws ``EventStoreError``.
    func read(_ stream: StreamName, _ order: ReadOrder, limit: Int?) -> EventSequence

    /// Reads the log. It ends at the head of the moment when reading began.
    ///
    /// - Parameters:
    ///   - order: The direction, and the position from which; one beyond the head is an error when reading begins.
    ///   - query: Which events.
    ///   - limit: The greatest number of events; `nil` for all.
    /// - Returns: The events; reading throws ``EventStoreError``.
    func readLog(_ order: ReadOrder, matching query: Query, limit: Int?) -> EventSequence

    /// The log where its events lie in memory, which ``ProjectionRunner`` reads without a copy; `nil` where they are fetched,
    /// as from another machine. Then projections read the log as ``readLog(_:matching:limit:)`` hands it out, in batches,
    /// and no thread is blocked meanwhile.
    var mappedLog: (any MappedLog)? { get }

    /// Follows the log: every matching event that is there, a marker, then every one that comes, from whichever process.
    ///
    /// ``Subscription`` says what is promised. Errors, those of the arguments included, are thrown when it is iterated.
    ///
    /// - Parameters:
    ///   - position: Behind which position it begins, such as that of a checkpoint; 0 begins with the first event, and
    ///     one beyond the head is an error.
    ///   - query: Which events.
    /// - Returns: The subscription; each iteration follows the log on its own.
    func subscribe(after position: Position, matching query: Query) -> Subscription

    /// The event at a position.
    ///
    /// - Parameter position: 1 to the head.
    /// - Returns: The event.
    /// - Throws: ``EventStoreError`` where the position is 0 or beyond the head, or its record is damaged.
    func event(at position: Position) async throws -> RecordedEvent

    /// The event with an id.
    ///
    /// - Parameter id: The id.
    /// - Returns: The event, or `nil` where no event has this id.
    /// - Throws: ``EventStoreError``.
    func event(withID id: EventID) async throws -> RecordedEvent?

    /// The position of the last event; 0 where the log is empty.
    ///
    /// - Returns: The head.
    /// - Throws: ``EventStoreError``.
    func head() async throws -> Position

    /// The version of a stream; 0 where it does not exist.
    ///
    /// - Parameter stream: The stream.
    /// - Returns: The version of its last event.
    /// - Throws: ``EventStoreError``.
    func version(of stream: StreamName) async throws -> StreamVersion

    /// What derived data that has applied the log up to a position writes down, to recognise the log again.
    ///
    /// - Parameter position: 0 to the head.
    /// - Returns: The checkpoint.
    /// - Throws: ``EventStoreError`` where the position is beyond the head.
    func checkpoint(at position: Position) async throws -> Checkpoint

    /// Finishes what is being written, fails what waits, ends subscriptions, and closes. Safe to call twice.
    func close() async
}

extension EventStore {
    /// Whether an acknowledged append survives a loss of power: `true`.
    public var isDurable: Bool { true }

    /// The log where its events lie in memory: `nil`.
    public var mappedLog: (any MappedLog)? { nil }

    /// Appends an application's commit: all of it or nothing.
    ///
    /// - Parameter commit: Events with their streams, expectations, checks and conditions. Streams whose names begin with
    ///   `$` are the store's own: they may be checked, not written.
    /// - Returns: The positions, the version of each stream, and whether the commit was recorded before.
    /// - Throws: What ``append(_:as:)`` throws; with code ``EventStoreError/Code/reservedStream`` where the commit writes a
    ///   stream of the store's own.
    @inlinable
    @discardableResult
    public func append(_ commit: Commit) async throws -> AppendResult {
        try await append(commit, as: .application)
    }

    /// Appends events to one stream.
    ///
    /// - Parameters:
    ///   - events: The events, in order.
    ///   - stream: The stream.
    ///   - expectation: What the stream's version must be.
    ///   - author: On whose behalf they are written.
    /// - Returns: What ``append(_:as:)`` returns.
    /// - Throws: What ``append(_:as:)`` throws.
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

    /// Reads a stream in an order.
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
