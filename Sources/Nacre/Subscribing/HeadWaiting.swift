/// Guards ``HeadWaiters`` with a lock.
package protocol HeadWaiting: Sendable {
    /// Calls a closure with the lock held.
    func withWaiters<Result: Sendable>(_ body: (inout HeadWaiters) -> Result) -> Result
}

extension HeadWaiting {
    /// Waits until the head of the log is beyond a position.
    ///
    /// - Parameter position: The position that the caller has read up to.
    /// - Throws: `CancellationError`; `closed` if the store is closed.
    package func wait(after position: Position) async throws {
        let number = withWaiters { $0.number() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                if let result = withWaiters({ $0.add(continuation, number, after: position) }) {
                    continuation.resume(with: result)
                } else if Task.isCancelled {
                    // If the task was cancelled before the waiter was added, the handler below may have run too early
                    // to find it.
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
