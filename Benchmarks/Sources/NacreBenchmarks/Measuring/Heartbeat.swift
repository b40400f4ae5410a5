import Synchronization

/// A task on the cooperative pool that wants to run every few milliseconds, and says how late it was each time.
///
/// Whatever blocks a thread of the pool, or keeps all of them busy, makes it late, and with it everything else that a
/// program does there.
struct Heartbeat: Sendable {
    /// Nanoseconds from one beat to the next.
    static let interval: UInt64 = 5_000_000

    private let task: Task<[UInt64], Never>

    /// Begins to beat, on the cooperative pool or another executor: the first beat is due from now on, whenever it
    /// comes to be run.
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
                // At the end the sleep is cut short: what was due by then is seen before that is.
                try? await Task.sleep(nanoseconds: due - min(due, now))
            }
        }
    }

    /// Ends the beats: by how many nanoseconds each was late, one that is overdue by how late it is then.
    func end() async -> [UInt64] {
        task.cancel()
        return await task.value
    }
}
