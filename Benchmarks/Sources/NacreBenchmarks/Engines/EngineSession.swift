import Nacre

/// A store that an engine holds open: what an application would hold.
///
/// Commits that `append` takes may name several streams. One whose expectation or condition does not hold throws
/// `EventStoreError` with the code `conflict`, whatever the engine.
protocol EngineSession: AppendTarget {
    /// Reads a whole stream, every event into a value of its own, and touches every byte of the payloads.
    ///
    /// - Parameter stream: The stream.
    /// - Returns: How many events it has, and the sum of their payloads.
    /// - Throws: Where it cannot be read.
    func load(_ stream: StreamName) async throws -> LogContents

    /// Waits until what was appended is in the engine's indexes; an engine that indexes in the commit is there at once.
    ///
    /// - Returns: The moment at which it was there, and what it leaves to be looked up in memory.
    /// - Throws: Where the index's state cannot be read; ``HarnessError`` where it stands still far behind.
    func waitUntilIndexed() async throws -> CaughtUp

    /// How appends shared durable transactions since the store was opened, where the engine counts them.
    var groups: GroupStatistics? { get }

    /// Follows the log, as `EventStore` promises it.
    ///
    /// - Throws: ``HarnessError`` where the engine lacks ``EngineAbilities/subscriptions``.
    func subscribe(after position: Position, matching query: Query) throws -> Subscription

    /// Closes the store.
    func close() async throws
}

extension EngineSession {
    func waitUntilIndexed() async throws -> CaughtUp { CaughtUp(nanoseconds: monotonicNanoseconds(), lag: 0) }

    var groups: GroupStatistics? { nil }

    func subscribe(after position: Position, matching query: Query) throws -> Subscription {
        throw HarnessError("the engine has no subscriptions")
    }
}
