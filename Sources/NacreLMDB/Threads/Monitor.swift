#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// State behind a lock, with a condition to wait on: a POSIX mutex and condition in one object.
///
/// The engine's own threads sleep on it, which `Synchronization.Mutex` has no way to do; the thread sanitizer
/// understands it, which it does not of `Mutex` on Linux. Bodies are short and make no system calls.
final class Monitor<State: ~Copyable>: @unchecked Sendable {
    // Sendable: `state` is touched by `withLock` and `wait` alone, which hold `mutex` while they do, and every type
    // that goes in or out is checked by the `sending` of their signatures or stays inside the module's own threads.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var state: State

    init(_ state: consuming State) {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
        condition = .allocate(capacity: 1)
        condition.initialize(to: pthread_cond_t())
        pthread_cond_init(condition, nil)
        self.state = state
    }

    deinit {
        pthread_cond_destroy(condition)
        condition.deallocate()
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs a body with the lock held.
    @inline(__always)
    func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&state)
    }

    /// Runs a body with the lock held, again after every signal, until it gives something.
    ///
    /// - Parameters:
    ///   - nanoseconds: How long to look again and again before sleeping: waking a thread takes the system longer than
    ///     some answers take to come.
    ///   - body: Gives `nil` to wait on.
    /// - Returns: What the body gives.
    @discardableResult
    func wait<Result>(lookingFor nanoseconds: UInt64 = 0, until body: (inout State) -> Result?) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        let deadline = nanoseconds == 0 ? 0 : Self.now + nanoseconds
        while true {
            if let result = body(&state) { return result }
            if deadline > 0, Self.now < deadline {
                pthread_mutex_unlock(mutex)
                sched_yield()
                pthread_mutex_lock(mutex)
            } else {
                pthread_cond_wait(condition, mutex)
            }
        }
    }

    private static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Wakes one thread that waits.
    func signal() {
        pthread_cond_signal(condition)
    }

    /// Wakes all threads that wait.
    func broadcast() {
        pthread_cond_broadcast(condition)
    }
}
