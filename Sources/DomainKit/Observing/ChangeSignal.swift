import Synchronization

/// The changes of something in memory: whoever changes it says so, and whoever waits goes on.
///
/// Threading: may be shared; no member waits for another but ``waitForChange(after:)``.
public final class ChangeSignal: ChangeFeed {
    private typealias Continuation = CheckedContinuation<Void, any Error>

    private struct State {
        var mark: UInt64 = 0
        var waiting: [UInt64: Continuation] = [:]
        var lastNumber: UInt64 = 0
    }

    private let state = Mutex(State())

    /// Creates a signal of something that has not changed yet.
    public init() {}

    /// How many wait.
    public var waiting: Int { state.withLock { $0.waiting.count } }

    /// Says that something has changed, which queries that begin now see.
    public func changed() {
        let ready = state.withLock { state in
            state.mark += 1
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in ready { continuation.resume() }
    }

    /// How often something has changed.
    ///
    /// - Returns: The number.
    public func mark() -> UInt64 {
        state.withLock { $0.mark }
    }

    /// Waits until something has changed behind a mark: not at all where it has already.
    ///
    /// - Parameter mark: Up to where the changes were seen.
    /// - Throws: `CancellationError` where the task is cancelled.
    public func waitForChange(after mark: UInt64) async throws {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: Continuation) in
                let waits = state.withLock { state in
                    guard state.mark <= mark else { return false }
                    state.waiting[number] = continuation
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
        state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(throwing: CancellationError())
    }
}
