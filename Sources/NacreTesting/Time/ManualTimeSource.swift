public import DomainKit
internal import Synchronization

/// A clock that stands still until a test sets it, forwards or backwards.
public final class ManualTimeSource: TimeSource {
    private let time: Mutex<Instant>

    /// Makes a clock that shows a moment.
    public init(_ time: Instant) {
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
}
