import LMDB
import Nacre

/// Wakes subscriptions when the head of the log moves, whichever process wrote.
///
/// The writer signals after each commit, at the cost of one lock, however many subscriptions wait. Other processes'
/// commits are found by polling while a subscription waits. One thread polls and wakes: subscriptions cost the writer
/// nothing more, and nothing blocks the cooperative pool.
final class HeadSignal: HeadWaiting {
    // READ-13: One thread per store wakes subscriptions, and the writer pays one lock.

    /// The poll interval, in nanoseconds.
    private let pollInterval: UInt64

    private struct State {
        var waiters = HeadWaiters()
        /// Whether the thread sleeps because no subscription waits.
        var isAsleep = false
    }

    private let state = Monitor(State())

    init(pollInterval: UInt64) {
        self.pollInterval = pollInterval
    }

    /// The number of waiting subscriptions.
    var waiterCount: Int { withWaiters { $0.count } }

    func withWaiters<Result: Sendable>(_ body: (inout HeadWaiters) -> Result) -> Result {
        let (result, isNeeded) = state.withLock { state in
            (body(&state.waiters), state.isAsleep && state.waiters.count > 0)
        }
        if isNeeded { state.signal() }
        return result
    }

    /// Reports a commit of this store's writer.
    ///
    /// - Parameter position: The new head.
    func advance(to position: Position) {
        let isAwaited = state.withLock { state in
            state.waiters.advance(to: position)
            return state.waiters.isReady
        }
        if isAwaited { state.signal() }
    }

    /// Ends all waiting, present and future, and the thread.
    func close() {
        let continuations = state.withLock { $0.waiters.close() }
        state.signal()
        for continuation in continuations { continuation.resume(throwing: HeadWaiters.closed) }
    }

    /// Wakes waiting subscriptions until ``close()`` is called.
    ///
    /// - Parameter look: Returns a lower bound of the head that a new read would see.
    func run(_ look: () throws -> Position) {
        // READ-14: Other processes' commits are noticed by position, every 10 ms.
        var nextLook: UInt64 = 0
        while true {
            let ready = state.wait(before: nextLook) { state -> [HeadWaiters.Continuation]? in
                if state.waiters.isClosed { return [] }
                return state.waiters.isReady ? state.waiters.takeReady() : nil
            }
            if let ready {
                guard !ready.isEmpty else { return }
                for continuation in ready { continuation.resume() }
            } else {
                guard sleepWhileIdle() else { return }
                // Outside the lock: reading the log must not delay the writer.
                let head = Result { try look() }
                nextLook = ConditionLock.now + pollInterval
                let failed = state.withLock { state in
                    switch head {
                    case .success(let head):
                        state.waiters.advance(to: head)
                        return [] as [HeadWaiters.Continuation]
                    case .failure:
                        // Wake all: each subscription reads the log and throws the error itself.
                        return state.waiters.takeAll()
                    }
                }
                for continuation in failed { continuation.resume() }
            }
        }
    }

    /// - Returns: `true` if a subscription waits; `false` when closed.
    private func sleepWhileIdle() -> Bool {
        state.wait { state -> Bool? in
            state.isAsleep = false
            if state.waiters.isClosed { return false }
            if state.waiters.count > 0 { return true }
            state.isAsleep = true
            return nil
        }
    }
}
