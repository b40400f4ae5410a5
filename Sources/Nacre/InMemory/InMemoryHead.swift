internal import Synchronization

/// The head of an in-memory log, with the tasks waiting for it to advance.
final class InMemoryHead: HeadWaiting {
    private let waiters = Mutex(HeadWaiters())

    func withWaiters<Result: Sendable>(_ body: (inout HeadWaiters) -> Result) -> Result {
        waiters.withLock { body(&$0) }
    }

    /// Resumes waiting tasks after an append.
    ///
    /// - Parameter position: The head of the log is at least this position.
    func advance(to position: Position) {
        let ready = withWaiters { waiters in
            waiters.advance(to: position)
            return waiters.takeReady()
        }
        for continuation in ready { continuation.resume() }
    }

    /// Ends waiting with an error.
    func close() {
        for continuation in withWaiters({ $0.close() }) {
            continuation.resume(throwing: HeadWaiters.closed)
        }
    }
}
