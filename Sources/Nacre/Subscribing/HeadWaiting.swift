/// Keeps those who wait for a log to go on behind a lock.
package protocol HeadWaiting: Sendable {
    /// Runs a body with the lock held.
    func withWaiters<Result: Sendable>(_ body: (inout HeadWaiters) -> Result) -> Result
}

extension HeadWaiting {
    /// Waits until the log goes on behind a position.
    ///
    /// - Parameter position: Up to where it was looked at.
    /// - Throws: `CancellationError`; `closed` where the store is.
    package func wait(after position: Position) async throws {
        let number = withWaiters { $0.number() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                if let result = withWaiters({ $0.add(continuation, number, after: position) }) {
                    continuation.resume(with: result)
                } else if Task.isCancelled {
                    // Cancelled before it waited: the handler below may have come too early to find it.
                    cancel(number)
                }
            }
        } onCancel: {
            cancel(number)
        }
    }

    private func cancel(_ number: UInt64) {
        withWaiters { $0.remove(number) }?.resume(throwing: CancellationError())
    }
}
