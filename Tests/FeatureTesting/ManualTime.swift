public import DomainKit
import Synchronization

/// A clock that stands still until it is moved.
public final class ManualTime: TimeSource {
    private let present: Mutex<Instant>

    /// Creates a clock.
    ///
    /// - Parameter start: What it shows first: the moment of the first event in the repository's real input.
    public init(start: Instant = Instant(nanosecondsSince1970: 1_492_686_794_000_000_000, decimals: 6)) {
        present = Mutex(start)
    }

    /// What the clock shows.
    public func now() -> Instant {
        present.withLock { $0 }
    }

    /// Moves the clock by a second.
    ///
    /// - Returns: What it shows then.
    @discardableResult
    public func tick() -> Instant {
        present.withLock { now in
            now = Instant(nanosecondsSince1970: now.nanosecondsSince1970 + 1_000_000_000, decimals: now.decimals)
            return now
        }
    }
}
