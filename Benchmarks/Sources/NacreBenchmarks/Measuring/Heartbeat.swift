import Synchronization

/// A task on the cooperative pool that wants to run every few milliseconds, and says how late it was each time.
///
/// Whatever blocks a thread of the pool, or keeps all of them busy, makes it late, and with it everything else that a
/// program does there.
struct Heartbeat: Sendable {
    /// Nanoseconds from one beat to the next.
    static let interval: UInt64 = 5_000_000

    private let task: Task<[UInt64], Never>

    /// Begins to beat.
    init() {
        task = Task.detached {
            var delays: [UInt64] = []
            while !Task.isCancelled {
                let due = monotonicNanoseconds() + Self.interval
                do {
                    try await Task.sleep(nanoseconds: Self.interval)
                } catch {
                    // The end: the sleep was cut short.
                    break
                }
                delays.append(max(due, monotonicNanoseconds()) - due)
            }
            return delays
        }
    }

    /// Ends the beats.
    ///
    /// - Returns: By how many nanoseconds each was late.
    func end() async -> [UInt64] {
        task.cancel()
        return await task.value
    }
}
