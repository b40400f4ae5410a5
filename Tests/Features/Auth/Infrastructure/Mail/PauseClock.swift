import DomainKit

/// A clock whose sleepers wake up when a test says so.
struct PauseClock: Clock {
    struct Instant: InstantProtocol {
        var offset = Swift.Duration.zero

        func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let sleeps = ChangeSignal()
    private let wakes = ChangeSignal()

    var now: Instant { Instant() }
    var minimumResolution: Swift.Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
        sleeps.changed()
        try await wakes.waitForChange(after: 0)
    }

    /// Waits until a task sleeps.
    func waitForSleep() async throws {
        try await sleeps.waitForChange(after: 0)
    }

    /// Wakes all sleepers, now and later.
    func wake() {
        wakes.changed()
    }
}
