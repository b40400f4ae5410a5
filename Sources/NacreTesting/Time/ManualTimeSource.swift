public import DomainKit
internal import Synchronization

/// A clock that changes only when a test sets it, forwards or backwards.
///
/// Threading: may be read and set by any task at any time.
public final class ManualTimeSource: TimeSource {
    private let time: Mutex<Instant>

    /// Creates a clock with a fixed time.
    ///
    /// - Parameter time: The time; by default the beginning of the year 2000, with six decimals like the system's
    ///   clock.
    public init(_ time: Instant = Instant(nanosecondsSince1970: 946_684_800_000_000_000, decimals: 6)) {
        self.time = Mutex(time)
    }

    /// The present time of the clock.
    public func now() -> Instant {
        time.withLock { $0 }
    }

    /// Sets the clock, possibly backwards.
    public func set(_ time: Instant) {
        self.time.withLock { $0 = time }
    }

    /// Moves the clock.
    ///
    /// - Parameter duration: The duration, truncated to whole nanoseconds; a negative one moves the clock backwards.
    ///   The time is clamped to the representable range.
    /// - Returns: The new time.
    @discardableResult
    public func advance(by duration: Duration) -> Instant {
        time.withLock { now in
            now = Instant(
                nanosecondsSince1970: now.nanosecondsSince1970.addingClamped(duration.wholeNanoseconds),
                decimals: now.decimals)
            return now
        }
    }
}

extension Duration {
    /// The duration in nanoseconds, clamped to the representable range.
    fileprivate var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if overflow { return seconds < 0 ? .min : .max }
        return product.addingClamped(attoseconds / 1_000_000_000)
    }
}

extension Int64 {
    fileprivate func addingClamped(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}
