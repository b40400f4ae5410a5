import Synchronization

/// A task on the cooperative pool that is due every few milliseconds, and records its delays.
///
/// Anything that blocks a thread of the pool, or keeps all of them busy, delays it, and with it all other tasks of the
/// program.
struct Heartbeat: Sendable {
    static let interval: UInt64 = 5_000_000

    private let task: Task<[UInt64], Never>

    /// Starts the beats, on the cooperative pool or another executor: the first beat is due at once, whenever it
    /// actually runs.
    init(on executor: (any TaskExecutor)? = nil) {
        let first = monotonicNanoseconds() + Self.interval
        task = Task.detached(executorPreference: executor) {
            var delays: [UInt64] = []
            var due = first
            while true {
                let now = monotonicNanoseconds()
                if now >= due {
                    delays.append(now - due)
                    due = now + Self.interval
                }
                if Task.isCancelled { return delays }
                // At the end the sleep is cut short: beats due by then are recorded first.
                try? await Task.sleep(nanoseconds: due - min(due, now))
            }
        }
    }

    /// Ends the beats and returns the delay of each in nanoseconds; an overdue beat counts with its delay so far.
    func end() async -> [UInt64] {
        task.cancel()
        return await task.value
    }
}
