import Nacre

/// A store that an engine holds open: what an application would hold.
///
/// Commits that `append` takes may name several streams. One whose expectation, check or condition does not hold throws
/// `EventStoreError` with the code `conflict`, whatever the engine, and nothing of it is written; one that asks for
/// what the engine does not promise, or has no events, throws it with the code `invalidArgument`. An answer is given
/// when the commit is worth what ``BenchmarkEngine/durability`` says, with the positions of its events and the version
/// of each stream that it wrote. Positions are gapless from 1, and none is visible before all that come before it.
///
/// Any number of tasks call it at the same time. The cooperative pool has as many threads as there are processors, and
/// the load's writers run there: an append that waits for a disk or a server does so on threads of the engine's own,
/// and suspends; one that does not says so by its ``AppendTarget/callerUse``, and the load has its writers take turns.
/// Reads may be made on the caller's thread.
protocol EngineSession: AppendTarget {
    /// Reads a whole stream, every event into a value of its own, and touches every byte of the payloads.
    ///
    /// - Parameter stream: The stream.
    /// - Returns: How many events it has, and the sum of their payloads.
    /// - Throws: Where it cannot be read.
    func load(_ stream: StreamName) async throws -> LogContents

    /// Reads what a request asks for, every event into a value of its own.
    ///
    /// - Parameter request: What is asked for.
    /// - Returns: The events in the order asked for.
    /// - Throws: Where it cannot be read; ``HarnessError`` where the engine lacks ``EngineAbilities/requests``.
    func read(_ request: ReadRequest) async throws -> [RecordedEvent]

    /// The version of a stream, as an application asks for it before it appends.
    ///
    /// - Parameter stream: The stream.
    /// - Returns: The version of its last event, 0 where there is no such stream.
    /// - Throws: As ``read(_:)``.
    func version(of stream: StreamName) async throws -> StreamVersion

    /// Waits until what was appended is in the engine's indexes; an engine that indexes in the commit is there at once.
    ///
    /// - Returns: The moment at which it was there, and what it leaves to be looked up in memory.
    /// - Throws: Where the index's state cannot be read; ``HarnessError`` where it stands still far behind.
    func waitUntilIndexed() async throws -> CaughtUp

    /// What the engine itself answers when it is asked what a commit is worth, never what it was told.
    ///
    /// - Returns: `nil` where it cannot be asked: then only its syncs tell.
    /// - Throws: Where the question fails.
    func answeredDurability() async throws -> Durability?

    /// How appends shared durable transactions since the store was opened, where the engine counts them.
    var groups: GroupStatistics? { get }

    /// Follows the log, as `EventStore` promises it.
    ///
    /// - Throws: ``HarnessError`` where the engine lacks ``EngineAbilities/subscriptions``.
    func subscribe(after position: Position, matching query: Query) throws -> Subscription

    /// How long the stages of appends took since the store was opened, where the engine times them.
    var stages: [StageTimes] { get }

    /// Closes the store; appends from then on throw.
    func close() async throws
}

extension EngineSession {
    func read(_ request: ReadRequest) async throws -> [RecordedEvent] {
        throw HarnessError("the engine cannot \(EngineAbilities.requests.description)")
    }

    func version(of stream: StreamName) async throws -> StreamVersion {
        try await read(.stream(stream, .backward(), limit: 1)).last?.version ?? 0
    }

    func waitUntilIndexed() async throws -> CaughtUp { CaughtUp(nanoseconds: monotonicNanoseconds(), lag: 0) }

    func answeredDurability() async throws -> Durability? { nil }

    var groups: GroupStatistics? { nil }

    var stages: [StageTimes] { [] }

    func subscribe(after position: Position, matching query: Query) throws -> Subscription {
        throw HarnessError("the engine has no subscriptions")
    }
}
