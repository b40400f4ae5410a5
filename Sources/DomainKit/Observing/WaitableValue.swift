import Synchronization

/// A value with tasks that wait until it meets a condition.
///
/// Waiting neither sleeps nor polls: a task is resumed as soon as its condition holds.
package final class WaitableValue<Value: Sendable>: Sendable {
    // FEAT-28 says why this module imports `Synchronization`.

    private struct Waiter {
        let isMet: @Sendable (Value) -> Bool
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var value: Value
        var waiters: [UInt64: Waiter] = [:]
        var lastNumber: UInt64 = 0

        /// Removes the waiters whose condition holds.
        mutating func takeReady() -> [Waiter] {
            let ready = waiters.filter { $0.value.isMet(value) }
            for number in ready.keys { waiters[number] = nil }
            return Array(ready.values)
        }
    }

    private let state: Mutex<State>

    /// Creates a value.
    ///
    /// - Parameter value: The initial value.
    package init(_ value: Value) {
        state = Mutex(State(value: value))
    }

    /// The current value.
    package var value: Value { state.withLock { $0.value } }

    /// The number of waiters.
    package var waiting: Int { state.withLock { $0.waiters.count } }

    /// Changes the value, and resumes the waiters whose condition holds.
    ///
    /// - Parameter body: Changes the value. It must return quickly.
    /// - Returns: The result of `body`.
    @discardableResult
    package func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        let (result, ready) = state.withLock { state in (body(&state.value), state.takeReady()) }
        // After the lock is released: a resumed task may change the value at once.
        for waiter in ready { waiter.continuation.resume() }
        return result
    }

    /// Waits until the value meets a condition.
    ///
    /// - Parameter isMet: The condition. It must return quickly.
    /// - Throws: `CancellationError` if the task is cancelled before.
    package func wait(until isMet: @escaping @Sendable (Value) -> Bool) async throws {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let waits = state.withLock { state in
                    guard !isMet(state.value) else { return false }
                    state.waiters[number] = Waiter(isMet: isMet, continuation: continuation)
                    return true
                }
                if !waits {
                    continuation.resume()
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
        let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
        waiter?.continuation.resume(throwing: CancellationError())
    }
}
