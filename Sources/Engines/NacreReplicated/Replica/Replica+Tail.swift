internal import Nacre

/// Linearizable reads: the tail of the log, and waiting for the replica to reach it.
extension Replica {
    // REP-07: Concurrent linearizable reads share one request for the tail.

    /// Waits until the replica has everything that was committed, by any node, before the call.
    ///
    /// - Parameter limit: How long to wait.
    /// - Throws: `EventStoreError`: `unreachable` if the log does not answer or the replica is too far behind; `closed`,
    ///   `diverged`; `CancellationError`.
    func catchUp(limit: Duration) async throws {
        let deadline = ContinuousClock.now + limit
        let tail = try await tail()
        do {
            try await wait(for: .applied(tail), limit: ContinuousClock.now.duration(to: deadline))
        } catch is TimeLimitPassed {
            let applied = look { $0.applied }
            throw EventStoreError(
                .unreachable,
                """
                the replica is behind: it has applied the log up to entry \(applied) of \(tail); try again, read \
                locally, or use another node
                """, position: nil)
        }
    }

    /// The last entry of the log: a linearizable read, begun after the call.
    ///
    /// - Throws: `EventStoreError`: `unreachable`, `closed`, `diverged`.
    func tail() async throws -> LogSequence {
        let number = change { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (ending, isFirst) = change { state -> (EventStoreError?, Bool) in
                    if let ending = state.ending { return (ending, false) }
                    state.tailWaiters[number] = continuation
                    defer { state.isAskingTail = true }
                    return (nil, !state.isAskingTail)
                }
                if let ending { continuation.resume(throwing: ending) }
                if isFirst { Task.detached { [self] in await askTails() } }
                if Task.isCancelled { withdraw(number) }
            }
        } onCancel: {
            withdraw(number)
        }
    }

    private func withdraw(_ number: UInt64) {
        change { $0.tailWaiters.removeValue(forKey: number) }?.resume(throwing: CancellationError())
    }

    /// Asks for the tail for all that have begun to wait, until none waits.
    private func askTails() async {
        while true {
            let waiting = change { state in
                let waiting = state.tailWaiters.keys.sorted()
                state.isAskingTail = !waiting.isEmpty
                return waiting
            }
            guard !waiting.isEmpty else { return }
            let result: Result<LogSequence, any Error>
            do {
                let tail = try await asking(options.readLimit) { try await $0.bounds().tail }
                change { $0.note(tail: tail) }
                result = .success(tail)
            } catch {
                result = .failure(look { $0.ending } ?? .unreachableLog(log.name, error))
            }
            // Those that were cancelled meanwhile have gone.
            let continuations = change { state in waiting.compactMap { state.tailWaiters.removeValue(forKey: $0) } }
            for continuation in continuations { continuation.resume(with: result) }
        }
    }
}

extension EventStoreError {
    /// The error of a log that does not answer.
    ///
    /// - Parameters:
    ///   - name: The name of the log.
    ///   - cause: Its error.
    ///   - outcome: Whether the events of an append may be in the log; `nil` for a read.
    /// - Returns: The error, with the remedy.
    static func unreachableLog(
        _ name: String, _ cause: any Error, outcome: Outcome? = nil
    ) -> EventStoreError {
        let fate =
            switch outcome {
            case .notWritten: "; nothing of this append is in the log: try again"
            case .unknown: "; whether this append is in the log is unknown: repeat it under the same ids"
            case nil: "; try again, read locally, or use another node"
            }
        let what =
            cause is TimeLimitPassed ? "no answer in time" : (cause as? ReplicatedLogError)?.message ?? "\(cause)"
        return EventStoreError(
            .unreachable, "the replicated log \(name) cannot be reached: \(what)\(fate)", outcome: outcome,
            cause: cause is TimeLimitPassed ? nil : cause)
    }
}
