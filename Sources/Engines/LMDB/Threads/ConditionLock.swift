#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A mutex with one condition variable, made of pthread objects, which the thread sanitizer understands.
///
/// `@unchecked Sendable` is right because both fields are constant, and the memory they point to is accessed only by
/// pthread calls, which may be made from any thread.
///
/// `@safe` is right because both are allocated in `init` and freed in `deinit`, and nothing else has their addresses.
@safe
package final class ConditionLock: @unchecked Sendable {
    // Not `Synchronization.Mutex`: it has no condition, and the thread sanitizer does not understand it on Linux.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    package init() {
        // Heap-allocated, because the address of a pthread object must not change.
        unsafe mutex = .allocate(capacity: 1)
        unsafe condition = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe condition.initialize(to: pthread_cond_t())
        unsafe pthread_mutex_init(mutex, nil)
        #if canImport(Darwin)
            unsafe pthread_cond_init(condition, nil)
        #else
            // The monotonic clock, for waits with a deadline.
            var attributes = pthread_condattr_t()
            unsafe pthread_condattr_init(&attributes)
            unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
            unsafe pthread_cond_init(condition, &attributes)
            unsafe pthread_condattr_destroy(&attributes)
        #endif
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    /// The time on a monotonic clock, in nanoseconds.
    package static var now: UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    package func lock() { unsafe pthread_mutex_lock(mutex) }

    package func unlock() { unsafe pthread_mutex_unlock(mutex) }

    /// Releases the lock until a signal or broadcast, then holds it again; spurious wake-ups are possible.
    package func wait() { unsafe pthread_cond_wait(condition, mutex) }

    /// The same, for at most a number of nanoseconds.
    package func wait(atMost nanoseconds: UInt64) {
        var time = timespec()
        #if canImport(Darwin)
            time.tv_sec = Int(nanoseconds / 1_000_000_000)
            time.tv_nsec = Int(nanoseconds % 1_000_000_000)
            unsafe pthread_cond_timedwait_relative_np(condition, mutex, &time)
        #else
            unsafe clock_gettime(CLOCK_MONOTONIC, &time)
            let end = UInt64(time.tv_nsec) + nanoseconds
            time.tv_sec += Int(end / 1_000_000_000)
            time.tv_nsec = Int(end % 1_000_000_000)
            unsafe pthread_cond_timedwait(condition, mutex, &time)
        #endif
    }

    /// Wakes one waiting thread.
    package func signal() { unsafe pthread_cond_signal(condition) }

    /// Wakes all waiting threads.
    package func broadcast() { unsafe pthread_cond_broadcast(condition) }
}
