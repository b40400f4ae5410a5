import Dispatch
import DomainKit
import Synchronization

/// A clock at which one look takes as long as a test likes.
final class HeldClock: TimeSource {
    private let looks = Mutex(0)
    private let held = Mutex(false)
    private let end = DispatchSemaphore(value: 0)

    /// Whether a look is held.
    var isHeld: Bool { held.withLock { $0 } }

    /// Holds the second look from now on.
    func holdSecondLook() { looks.withLock { $0 = 2 } }

    /// Lets the look that is held go on.
    func letGo() { end.signal() }

    func now() -> Instant {
        let isToBeHeld = looks.withLock { looks in
            guard looks > 0 else { return false }
            looks -= 1
            return looks == 0
        }
        if isToBeHeld {
            held.withLock { $0 = true }
            end.wait()
            held.withLock { $0 = false }
        }
        return SystemTimeSource().now()
    }
}
