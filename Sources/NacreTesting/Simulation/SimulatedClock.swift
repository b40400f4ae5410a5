internal import DomainKit
internal import Synchronization

/// The clock of a simulated run: time passes where all tasks wait for it, and a little with each step.
public struct SimulatedClock: Clock {
    /// A moment of the run.
    public struct Instant: InstantProtocol {
        let nanoseconds: UInt64

        /// The moment a duration later; never before the beginning of the run.
        public func advanced(by duration: Swift.Duration) -> Instant {
            duration < .zero
                ? Instant(nanoseconds: nanoseconds - min(nanoseconds, (.zero - duration).nanoseconds))
                : Instant(nanoseconds: nanoseconds + min(duration.nanoseconds, .max - nanoseconds))
        }

        /// How much later another moment is.
        public func duration(to other: Instant) -> Swift.Duration {
            .nanoseconds(Int64(clamping: other.nanoseconds)) - .nanoseconds(Int64(clamping: nanoseconds))
        }

        /// Whether one moment is before another.
        public static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }
    }

    let scheduler: Scheduler

    /// The present moment of the run.
    public var now: Instant { Instant(nanoseconds: scheduler.state.withLock { $0.now }) }

    /// A nanosecond.
    public var minimumResolution: Swift.Duration { .nanoseconds(1) }

    /// Waits until a moment.
    ///
    /// - Parameters:
    ///   - deadline: The moment.
    ///   - tolerance: Not needed: it waits until that very moment.
    /// - Throws: `CancellationError`.
    public func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
        try await scheduler.wait(
            scheduler.waitNumber(), at: SchedulingPoint("sleeps"), until: deadline.nanoseconds)
    }
}

/// What time it is by the clock of a simulated run, which begins with the year 2000.
struct SimulatedTime: TimeSource {
    let clock: SimulatedClock

    func now() -> Instant {
        Instant(
            nanosecondsSince1970: 946_684_800_000_000_000 + Int64(clamping: clock.now.nanoseconds), decimals: 6)
    }
}
