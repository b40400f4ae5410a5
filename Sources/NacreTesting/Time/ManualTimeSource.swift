public import DomainKit
internal import Synchronization

/// A clock that stands still until a test moves it, forwards or backwards.
///
/// Threading: it may be read and moved by any task at any time.
public final class ManualTimeSource: TimeSource {
    private let time: Mutex<Instant>

    /// Makes a clock that shows a moment.
    ///
    /// - Parameter time: The moment; where it is left out, the beginning of the year 2000, shown with six decimals as
    ///   the system's clock shows them.
    public init(_ time: Instant = Instant(nanosecondsSince1970: 946_684_800_000_000_000, decimals: 6)) {
        self.time = Mutex(time)
    }

    /// The moment that the clock shows.
    public func now() -> Instant {
        time.withLock { $0 }
    }

    /// Makes the clock show another moment, which may be an earlier one.
    public func set(_ time: Instant) {
        self.time.withLock { $0 = time }
    }

    /// Moves the clock.
    ///
    /// - Parameter duration: By how much, cut to whole nanoseconds; less than nothing moves it backwards. It stops at
    ///   the first and at the last moment that there is.
    /// - Returns: The moment that it shows then.
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
    /// The duration in nanoseconds, as many as there can be where it is longer.
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
