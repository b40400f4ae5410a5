/// A long-running consumer of the log, such as a projection or a process manager.
///
/// ``ProjectionRunner`` and ``ProcessRunner`` conform to it. The module `NacreServices` runs followers as services of
/// swift-service-lifecycle.
public protocol LogFollower: Sendable {
    // PROC-09: Projections and process managers follow the log through one protocol.

    /// The name of the follower in messages, such as `projection items`.
    var label: String { get }

    /// Processes the log and then new events, appended by any process, until the task is cancelled.
    ///
    /// It never returns normally. Completed work is kept when it ends, and the next call continues after it.
    ///
    /// - Parameter progress: Called with the position up to which everything is processed, whenever that changes.
    /// - Throws: `CancellationError` if the task is cancelled; work in progress is then completed or rolled back as a
    ///   whole. ``EventStoreError`` with code ``EventStoreError/Code/projectionHalted`` or
    ///   ``EventStoreError/Code/processHalted`` if an event cannot be processed, and with code
    ///   ``EventStoreError/Code/closed`` if the store is closed.
    func run(progress: ((_ position: Position) -> Void)?) async throws
}

extension LogFollower {
    /// Processes the log and then new events, appended by any process, until the task is cancelled.
    ///
    /// - Throws: Errors of ``run(progress:)``.
    public func run() async throws {
        try await run(progress: nil)
    }
}

extension Duration {
    /// How long a follower waits before it retries after the write lock was not obtained in time.
    ///
    /// It prevents busy waiting with engines whose lock timeout is set to 0.
    static let lockRetryDelay = Duration.milliseconds(100)
}
