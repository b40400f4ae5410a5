import LMDB

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// State protected by a lock, with a condition variable.
///
/// The engine's threads sleep on the condition, which `Synchronization.Mutex` does not offer. Bodies must be short and
/// make no system calls.
///
/// `@safe` is right because the state is allocated in `init`, freed in `deinit` and accessed only with the lock held.
@safe
final class Monitor<State: ~Copyable>: @unchecked Sendable {
    // Sendable: `state`'s memory is accessed only by the bodies of `withLock` and `wait`, which run with the lock held.
    private let lock = ConditionLock()
    // Heap-allocated: for a stored property the compiler would add run-time exclusivity checks to every access, which
    // the lock makes unnecessary.
    private let state: UnsafeMutablePointer<State>

    init(_ state: consuming State) {
        unsafe self.state = .allocate(capacity: 1)
        unsafe self.state.initialize(to: state)
    }

    deinit {
        unsafe state.deinitialize(count: 1)
        unsafe state.deallocate()
    }

    /// Runs a body with the lock held.
    @inline(__always)
    func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try unsafe body(&state.pointee)
    }

    /// Runs a body with the lock held, and again after every signal, until it returns a value.
    ///
    /// - Parameters:
    ///   - nanoseconds: How long to spin before sleeping: waking a thread takes longer than some answers take to
    ///     arrive.
    ///   - body: Returns `nil` to keep waiting.
    /// - Returns: The value of `body`.
    @discardableResult
    func wait<Result>(spinningFor nanoseconds: UInt64 = 0, until body: (inout State) -> Result?) -> Result {
        lock.lock()
        defer { lock.unlock() }
        let deadline = nanoseconds == 0 ? 0 : ConditionLock.now + nanoseconds
        while true {
            if let result = unsafe body(&state.pointee) { return result }
            if deadline > 0, ConditionLock.now < deadline {
                // Yields instead of pausing: on few cores the other thread may need this one's.
                lock.unlock()
                sched_yield()
                lock.lock()
            } else {
                lock.wait()
            }
        }
    }

    /// Runs a body with the lock held, and again after every signal, until it returns a value or a deadline passes.
    ///
    /// - Parameters:
    ///   - deadline: When to stop waiting, on the clock of `ConditionLock.now`.
    ///   - body: Returns `nil` to keep waiting.
    /// - Returns: The value of `body`; `nil` after the deadline.
    func wait<Result>(before deadline: UInt64, until body: (inout State) -> Result?) -> Result? {
        lock.lock()
        defer { lock.unlock() }
        while true {
            if let result = unsafe body(&state.pointee) { return result }
            let now = ConditionLock.now
            guard now < deadline else { return nil }
            lock.wait(atMost: deadline - now)
        }
    }

    /// Wakes one waiting thread.
    func signal() {
        lock.signal()
    }

    /// Wakes all waiting threads.
    func broadcast() {
        lock.broadcast()
    }
}
