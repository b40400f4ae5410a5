import Synchronization

/// A clock that does not wait, and records for how long it should have waited.
final class NotedClock: Clock {
    private let durations = Mutex<[Duration]>([])
    private let base = ContinuousClock()

    var slept: [Duration] { durations.withLock { $0 } }
    var now: ContinuousClock.Instant { base.now }
    var minimumResolution: Duration { base.minimumResolution }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        let duration = now.duration(to: deadline)
        durations.withLock { $0.append(duration) }
        try Task.checkCancellation()
        await Task.yield()
    }
}
