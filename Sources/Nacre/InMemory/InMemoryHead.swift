internal import Synchronization

/// The head of an in-memory log, for those who wait for it to move on.
final class InMemoryHead: HeadWaiting {
    private let waiters = Mutex(HeadWaiters())

    func withWaiters<Result: Sendable>(_ body: (inout HeadWaiters) -> Result) -> Result {
        waiters.withLock { body(&$0) }
    }

    /// Wakes those who wait for what has been appended.
    ///
    /// - Parameter position: Up to where the log goes at least.
    func advance(to position: Position) {
        let ready = withWaiters { waiters in
            waiters.advance(to: position)
            return waiters.takeReady()
        }
        for continuation in ready { continuation.resume() }
    }

    /// Ends all waiting.
    func close() {
        for continuation in withWaiters({ $0.close() }) {
            continuation.resume(throwing: HeadWaiters.closed)
        }
    }
}
