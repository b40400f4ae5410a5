import LMDB
import Nacre

/// Wakes subscriptions when the log goes on, whichever process wrote.
///
/// The writer says so after each commit, for one lock however many wait. What other processes have appended is looked
/// for again and again, while somebody waits. One thread does both the looking and the waking: the writer pays
/// for no subscription, and nothing blocks the cooperative pool.
final class HeadSignal: HeadWaiting {
    /// How long another process's commit may go unnoticed, in nanoseconds.
    private let pollInterval: UInt64

    private struct State {
        var waiters = HeadWaiters()
        /// Whether the thread sleeps until somebody waits.
        var isAsleep = false
    }

    private let state = Monitor(State())

    init(pollInterval: UInt64) {
        self.pollInterval = pollInterval
    }

    /// How many wait.
    var waiterCount: Int { withWaiters { $0.count } }

    func withWaiters<Result: Sendable>(_ body: (inout HeadWaiters) -> Result) -> Result {
        let (result, isNeeded) = state.withLock { state in
            (body(&state.waiters), state.isAsleep && state.waiters.count > 0)
        }
        if isNeeded { state.signal() }
        return result
    }

    /// Notices what this store's writer has committed.
    ///
    /// - Parameter position: Up to where the log goes.
    func advance(to position: Position) {
        let isAwaited = state.withLock { state in
            state.waiters.advance(to: position)
            return state.waiters.isReady
        }
        if isAwaited { state.signal() }
    }

    /// Ends all waiting, now and from now on, and the thread.
    func close() {
        let continuations = state.withLock { $0.waiters.close() }
        state.signal()
        for continuation in continuations { continuation.resume(throwing: HeadWaiters.closed) }
    }

    /// Wakes those who wait until ``close()`` is called.
    ///
    /// - Parameter look: Gives a position up to which the log goes at least, as whoever reads it now would see it.
    func run(_ look: () throws -> Position) {
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
                guard sleepWhileNobodyWaits() else { return }
                let head = Result { try look() }
                nextLook = ConditionLock.now + pollInterval
                let failed = state.withLock { state in
                    switch head {
                    case .success(let head):
                        state.waiters.advance(to: head)
                        return [] as [HeadWaiters.Continuation]
                    case .failure:
                        // Whoever waits is woken to meet the error where it can be told.
                        return state.waiters.takeAll()
                    }
                }
                for continuation in failed { continuation.resume() }
            }
        }
    }

    /// - Returns: Whether somebody waits; `false` when all waiting has ended.
    private func sleepWhileNobodyWaits() -> Bool {
        state.wait { state -> Bool? in
            state.isAsleep = false
            if state.waiters.isClosed { return false }
            if state.waiters.count > 0 { return true }
            state.isAsleep = true
            return nil
        }
    }
}
