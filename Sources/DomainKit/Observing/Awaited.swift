import Synchronization

/// A value that can be waited for: whoever waits for something to become true of it goes on when it does.
///
/// Nothing sleeps and nothing is polled, so who waits is as quick as what is waited for.
package final class Awaited<Value: Sendable>: Sendable {
    private struct Waiter {
        let isMet: @Sendable (Value) -> Bool
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var value: Value
        var waiters: [UInt64: Waiter] = [:]
        var lastNumber: UInt64 = 0

        /// Takes out whoever need not wait any longer.
        mutating func takeReady() -> [Waiter] {
            let ready = waiters.filter { $0.value.isMet(value) }
            for number in ready.keys { waiters[number] = nil }
            return Array(ready.values)
        }
    }

    private let state: Mutex<State>

    /// Creates a value.
    ///
    /// - Parameter value: What it is to begin with.
    package init(_ value: Value) {
        state = Mutex(State(value: value))
    }

    /// The value of this moment.
    package var value: Value { state.withLock { $0.value } }

    /// How many wait.
    package var waiting: Int { state.withLock { $0.waiters.count } }

    /// Changes the value, and lets go on whoever has waited for it to be so.
    ///
    /// - Parameter body: Changes the value, quickly.
    /// - Returns: What `body` returns.
    @discardableResult
    package func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        let (result, ready) = state.withLock { state in (body(&state.value), state.takeReady()) }
        for waiter in ready { waiter.continuation.resume() }
        return result
    }

    /// Waits until something is true of the value.
    ///
    /// - Parameter isMet: Whether it is true; it must be quick.
    /// - Throws: `CancellationError` where the task is cancelled before.
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
                    // Cancelled before it waited: the handler below may have come too early to find it.
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
