import Dispatch
import DomainKit
import Synchronization

/// A clock on which one reading takes as long as a test needs.
final class HeldClock: TimeSource {
    private let looks = Mutex(0)
    private let held = Mutex(false)
    private let end = DispatchSemaphore(value: 0)

    /// Whether a reading is held.
    var isHeld: Bool { held.withLock { $0 } }

    /// Holds the second reading from now on.
    func holdSecondLook() { looks.withLock { $0 = 2 } }

    /// Releases the held reading.
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
