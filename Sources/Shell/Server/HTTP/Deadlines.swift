import Synchronization

/// Cancels work whose time is over.
///
/// One sleep serves all work: a timer for each would take longer than many a request.
final class Deadlines: Sendable {
    private struct Waiting {
        let deadline: ContinuousClock.Instant
        let cancel: @Sendable () -> Void
    }

    private struct State {
        var lastNumber: UInt64 = 0

        /// The work whose time is not over.
        var waiting: [UInt64: Waiting] = [:]

        /// The sleep until the next deadline; `nil` if none is planned.
        var sleep: (until: ContinuousClock.Instant, task: Task<Void, Never>)?
    }

    private let state = Mutex(State())

    deinit { state.withLock { $0.sleep?.task.cancel() } }

    /// Runs work until it ends or its time is over.
    ///
    /// - Parameters:
    ///   - deadline: When its time is over.
    ///   - work: The work. It is cancelled when its time is over.
    /// - Returns: The result; `nil` if the time was over first. The work has ended in any case.
    /// - Throws: The errors of `work`.
    func run<Result: Sendable>(
        until deadline: ContinuousClock.Instant, _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result? {
        let task = Task { try await work() }
        let number = add(Waiting(deadline: deadline) { task.cancel() })
        let result = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
        // Work that was cancelled may give a result that only says so.
        guard remove(number) else { return nil }
        return try result.get()
    }

    private func add(_ work: Waiting) -> UInt64 {
        state.withLock { state in
            state.lastNumber += 1
            state.waiting[state.lastNumber] = work
            if let sleep = state.sleep, sleep.until <= work.deadline { return state.lastNumber }
            sleep(until: work.deadline, &state)
            return state.lastNumber
        }
    }

    /// Removes work that has ended, and returns whether it still waited.
    private func remove(_ number: UInt64) -> Bool {
        state.withLock { $0.waiting.removeValue(forKey: number) != nil }
    }

    private func sleep(until deadline: ContinuousClock.Instant, _ state: inout State) {
        state.sleep?.task.cancel()
        let task = Task { [weak self] in
            do {
                try await Task.sleep(until: deadline)
            } catch {
                // Another sleep has taken its place, or no work is left.
                return
            }
            self?.cancelOverdue()
        }
        state.sleep = (deadline, task)
    }

    private func cancelOverdue() {
        let overdue = state.withLock { state in
            let now = ContinuousClock.now
            let overdue = state.waiting.filter { $0.value.deadline <= now }
            for number in overdue.keys { state.waiting[number] = nil }
            if let next = state.waiting.values.lazy.map(\.deadline).min() {
                sleep(until: next, &state)
            } else {
                state.sleep?.task.cancel()
                state.sleep = nil
            }
            return overdue
        }
        for work in overdue.values { work.cancel() }
    }
}
