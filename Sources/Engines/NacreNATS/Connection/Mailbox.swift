internal import Synchronization

/// Received messages in their order, for one receiver.
final class Mailbox: Sendable {
    private struct State {
        var messages: [Result<NATSMessage, NATSFailure>] = []
        var waiting: CheckedContinuation<Void, Never>?
        /// Counts the waits, so that the timer of an earlier one ends no later one.
        var wait = 0
    }

    private let state = Mutex(State())

    /// Adds a message.
    func put(_ message: NATSMessage) { add(.success(message)) }

    /// Adds a failure behind the messages.
    func fail(_ failure: NATSFailure) { add(.failure(failure)) }

    private func add(_ result: Result<NATSMessage, NATSFailure>) {
        let waiting = state.withLock { state in
            state.messages.append(result)
            return state.waiting.take()
        }
        waiting?.resume()
    }

    /// All that has arrived; waits for something if there is nothing.
    ///
    /// - Parameter time: The longest wait.
    /// - Returns: The messages; none after that time, and if the task is cancelled.
    func next(within time: Duration) async -> [Result<NATSMessage, NATSFailure>] {
        let wait = state.withLock { state in
            state.wait += 1
            return state.wait
        }
        let timer = Task {
            try? await Task.sleep(for: time)
            wake(wait)
        }
        defer { timer.cancel() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    if !state.messages.isEmpty || Task.isCancelled { return true }
                    state.waiting = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            wake(wait)
        }
        return state.withLock { state in
            defer { state.messages = [] }
            return state.messages
        }
    }

    private func wake(_ wait: Int) {
        state.withLock { $0.wait == wait ? $0.waiting.take() : nil }?.resume()
    }
}
