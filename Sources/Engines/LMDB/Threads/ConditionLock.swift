#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A mutex with one condition, made of the system's own so that the thread sanitizer understands it.
///
/// `@unchecked Sendable` is right because both fields are constants, and what they point to is touched by the pthread
/// calls alone, which are made to be called from any thread.
package final class ConditionLock: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    package init() {
        // Allocated, because the address of a pthread object may never change.
        mutex = .allocate(capacity: 1)
        condition = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        #if canImport(Darwin)
            pthread_cond_init(condition, nil)
        #else
            // The clock that nobody sets, for waits that have an end.
            var attributes = pthread_condattr_t()
            pthread_condattr_init(&attributes)
            pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
            pthread_cond_init(condition, &attributes)
            pthread_condattr_destroy(&attributes)
        #endif
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Nanoseconds on a clock that nobody sets.
    package static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    package func lock() { pthread_mutex_lock(mutex) }

    package func unlock() { pthread_mutex_unlock(mutex) }

    /// Gives up the lock until a signal or broadcast, then holds it again; may return without one.
    package func wait() { pthread_cond_wait(condition, mutex) }

    /// The same, for so many nanoseconds at most.
    package func wait(atMost nanoseconds: UInt64) {
        var time = timespec()
        #if canImport(Darwin)
            time.tv_sec = Int(nanoseconds / 1_000_000_000)
            time.tv_nsec = Int(nanoseconds % 1_000_000_000)
            pthread_cond_timedwait_relative_np(condition, mutex, &time)
        #else
            clock_gettime(CLOCK_MONOTONIC, &time)
            let end = UInt64(time.tv_nsec) + nanoseconds
            time.tv_sec += Int(end / 1_000_000_000)
            time.tv_nsec = Int(end % 1_000_000_000)
            pthread_cond_timedwait(condition, mutex, &time)
        #endif
    }

    /// Wakes one who waits.
    package func signal() { pthread_cond_signal(condition) }

    /// Wakes all who wait.
    package func broadcast() { pthread_cond_broadcast(condition) }
}
