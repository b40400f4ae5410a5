internal import DomainKit
internal import Synchronization

/// The clock of a simulated run.
///
/// Time advances when all tasks wait for it, and slightly with each step.
public struct SimulatedClock: Clock {
    /// A point in simulated time.
    public struct Instant: InstantProtocol {
        let nanoseconds: UInt64

        /// The time after a duration; never before the start of the run.
        public func advanced(by duration: Swift.Duration) -> Instant {
            duration < .zero
                ? Instant(nanoseconds: nanoseconds - min(nanoseconds, (.zero - duration).nanoseconds))
                : Instant(nanoseconds: nanoseconds + min(duration.nanoseconds, .max - nanoseconds))
        }

        /// The duration to another time.
        public func duration(to other: Instant) -> Swift.Duration {
            .nanoseconds(Int64(clamping: other.nanoseconds)) - .nanoseconds(Int64(clamping: nanoseconds))
        }

        /// Whether a time is earlier than another.
        public static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }
    }

    let scheduler: Scheduler

    /// The present time of the run.
    public var now: Instant { Instant(nanoseconds: scheduler.state.withLock { $0.now }) }

    /// One nanosecond.
    public var minimumResolution: Swift.Duration { .nanoseconds(1) }

    /// Waits until a deadline.
    ///
    /// - Parameters:
    ///   - deadline: The deadline.
    ///   - tolerance: Ignored: the wait ends exactly at the deadline.
    /// - Throws: `CancellationError`.
    public func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
        try await scheduler.wait(
            scheduler.waitNumber(), at: SchedulingPoint("sleeps"), until: deadline.nanoseconds)
    }
}

/// The wall clock of a simulated run, which starts at the beginning of the year 2000.
struct SimulatedTime: TimeSource {
    let clock: SimulatedClock

    func now() -> Instant {
        Instant(
            nanosecondsSince1970: 946_684_800_000_000_000 + Int64(clamping: clock.now.nanoseconds), decimals: 6)
    }
}
