/// Work that goes along with the log: what keeps a read model, or reacts to events.
///
/// ``ProjectionRunner`` and ``ProcessRunner`` are such work. The module `NacreServices` runs it as services of
/// swift-service-lifecycle.
public protocol LogFollower: Sendable {
    /// What the work is, for messages: `projection items`.
    var label: String { get }

    /// Deals with what is in the log and with what comes, from whichever process, until the task is cancelled.
    ///
    /// It never returns. What was dealt with when it ends is kept, and whoever calls it again goes on behind that.
    ///
    /// - Parameter progress: Is told up to which position everything is dealt with, whenever that has changed.
    /// - Throws: `CancellationError` where the task is cancelled; what is in hand then is finished or given up whole.
    ///   ``EventStoreError``, with code ``EventStoreError/Code/projectionHalted`` or
    ///   ``EventStoreError/Code/processHalted`` where an event cannot be dealt with; with code
    ///   ``EventStoreError/Code/closed`` where the store is closed.
    func run(progress: ((_ position: Position) -> Void)?) async throws
}

extension LogFollower {
    /// Deals with what is in the log and with what comes, from whichever process, until the task is cancelled.
    ///
    /// - Throws: What ``run(progress:)`` throws.
    public func run() async throws {
        try await run(progress: nil)
    }
}

extension Duration {
    /// How long a follower waits before it tries again, where a write lock was held for longer than a write waits.
    ///
    /// An engine may be told to wait for no time at all: a follower must not spin then.
    static let pauseBehindLock = Duration.milliseconds(100)
}
