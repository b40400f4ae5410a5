package import Nacre

/// An open store of an engine, as an application would hold it.
///
/// Commits passed to `append` may name several streams. A commit with a false expectation, check or condition throws
/// `EventStoreError` with the code `conflict`, in every engine, and nothing of it is written. A commit without events,
/// or with requirements that the engine does not support, throws it with the code `invalidArgument`. The answer is
/// given when the commit is as durable as ``BenchmarkEngine/durability`` states, with the positions of its events and
/// the version of each stream that it wrote. Positions are gapless from 1, and none is visible before all earlier ones.
///
/// Any number of tasks call it concurrently. The cooperative pool has as many threads as there are processors, and the
/// load's writers run there: an append that waits for a disk or a server does so on threads of the engine's own, and
/// suspends. An append that does not suspend states so by its ``AppendTarget/callerUse``, and the load's writers then
/// take turns. Reads may run on the caller's thread.
package protocol EngineSession: AppendTarget {
    /// Reads a whole stream, every event as a self-contained value, and touches every byte of the payloads.
    ///
    /// - Returns: The number of its events, and the sum of their payloads.
    /// - Throws: If it cannot be read.
    func load(_ stream: StreamName) async throws -> LogContents

    /// Reads the events of a request, each as a self-contained value.
    ///
    /// - Returns: The events in the requested order.
    /// - Throws: If they cannot be read; ``HarnessError`` if the engine lacks ``EngineAbilities/requests``.
    func read(_ request: ReadRequest) async throws -> [RecordedEvent]

    /// The version of a stream, as an application reads it before it appends.
    ///
    /// - Returns: The version of its last event, 0 if the stream does not exist.
    /// - Throws: As ``read(_:)``.
    func version(of stream: StreamName) async throws -> StreamVersion

    /// Waits until appended events are in the engine's indexes; returns at once if the commit updates them.
    ///
    /// - Returns: The moment at which it caught up, and the number of events left to lookups in memory.
    /// - Throws: If the index's state cannot be read; ``HarnessError`` if it lags far behind without progress.
    func waitUntilIndexed() async throws -> CaughtUp

    /// The durability of commits as the engine reports it, never as it was configured.
    ///
    /// - Returns: `nil` if the engine cannot report it: then only its syncs show it.
    /// - Throws: If the query fails.
    func answeredDurability() async throws -> Durability?

    /// How appends shared durable transactions since the store was opened, if the engine counts them.
    var groups: GroupStatistics? { get }

    /// The uses of its commit journal since the store was opened.
    ///
    /// - Returns: `nil` if the engine has none.
    /// - Throws: If the store cannot be asked.
    func journalUse() async throws -> JournalUse?

    /// Follows the log, as `EventStore` defines it.
    ///
    /// - Throws: ``HarnessError`` if the engine lacks ``EngineAbilities/subscriptions``.
    func subscribe(after position: Position, matching query: Query) throws -> Subscription

    /// The times of the stages of appends since the store was opened, if the engine measures them.
    var stages: [StageTimes] { get }

    /// Closes the store; later appends throw.
    func close() async throws
}

extension EngineSession {
    package func load(_ stream: StreamName) async throws -> LogContents {
        var contents = LogContents()
        for event in try await read(.stream(stream, .forward(), limit: nil)) { contents.add(event.data) }
        return contents
    }

    package func read(_ request: ReadRequest) async throws -> [RecordedEvent] {
        throw HarnessError("the engine cannot \(EngineAbilities.requests.description)")
    }

    package func version(of stream: StreamName) async throws -> StreamVersion {
        try await read(.stream(stream, .backward(), limit: 1)).last?.version ?? 0
    }

    package func waitUntilIndexed() async throws -> CaughtUp { CaughtUp(nanoseconds: monotonicNanoseconds(), lag: 0) }

    package func answeredDurability() async throws -> Durability? { nil }

    package var groups: GroupStatistics? { nil }

    package func journalUse() async throws -> JournalUse? { nil }

    package var stages: [StageTimes] { [] }

    package func subscribe(after position: Position, matching query: Query) throws -> Subscription {
        throw HarnessError("the engine has no subscriptions")
    }
}
