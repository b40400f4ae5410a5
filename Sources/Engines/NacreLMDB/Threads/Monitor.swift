import LMDB

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// State behind a lock, with a condition to wait on.
///
/// The engine's own threads sleep on it, which `Synchronization.Mutex` has no way to do. Bodies are short and make no
/// system calls.
final class Monitor<State: ~Copyable>: @unchecked Sendable {
    // Sendable: what `state` points to is touched by the bodies of `withLock` and `wait` alone, which run with the lock
    // held.
    private let lock = ConditionLock()
    // Allocated, because the compiler guards every access to a stored variable against overlapping ones, at run time;
    // here the lock does.
    private let state: UnsafeMutablePointer<State>

    init(_ state: consuming State) {
        self.state = .allocate(capacity: 1)
        self.state.initialize(to: state)
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// Runs a body with the lock held.
    @inline(__always)
    func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state.pointee)
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
        lock.lock()
        defer { lock.unlock() }
        let deadline = nanoseconds == 0 ? 0 : ConditionLock.now + nanoseconds
        while true {
            if let result = body(&state.pointee) { return result }
            if deadline > 0, ConditionLock.now < deadline {
                lock.unlock()
                sched_yield()
                lock.lock()
            } else {
                lock.wait()
            }
        }
    }

    /// Runs a body with the lock held, again after every signal, until it gives something or it is too late.
    ///
    /// - Parameters:
    ///   - deadline: When to stop waiting, as `ConditionLock.now` tells it.
    ///   - body: Gives `nil` to wait on.
    /// - Returns: What the body gives; `nil` where it gave nothing in time.
    func wait<Result>(before deadline: UInt64, until body: (inout State) -> Result?) -> Result? {
        lock.lock()
        defer { lock.unlock() }
        while true {
            if let result = body(&state.pointee) { return result }
            let now = ConditionLock.now
            guard now < deadline else { return nil }
            lock.wait(atMost: deadline - now)
        }
    }

    /// Wakes one thread that waits.
    func signal() {
        lock.signal()
    }

    /// Wakes all threads that wait.
    func broadcast() {
        lock.broadcast()
    }
}
