#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// An operating-system thread for work that blocks.
///
/// LMDB ties a write transaction to its thread, and neither a page fault nor `fdatasync` may block the cooperative
/// pool. A thread that is released without ``join()`` goes on, and ends with its body.
package final class DedicatedThread: @unchecked Sendable {
    // Sendable: `thread` is written once, in `init`, and joined once, by the first caller that sets `isJoined` with the
    // lock held.
    #if canImport(Darwin)
        // The handle is a pointer there, which is kept as a number.
        private let thread: UInt
    #else
        private let thread: pthread_t
    #endif
    private let lock = ConditionLock()
    private var isJoined = false

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a thread.
    ///
    /// - Parameter run: The body.
    /// - Throws: ``ThreadRefusal``.
    package init(_ run: @escaping @Sendable () -> Void) throws(ThreadRefusal) {
        let argument = unsafe Unmanaged.passRetained(Body(run))
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let result = unsafe pthread_create(
            &thread, nil,
            { argument in
                #if canImport(Darwin)
                    unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                #else
                    if let argument = unsafe argument {
                        unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                    }
                #endif
                return nil
            }, unsafe argument.toOpaque())
        #if canImport(Darwin)
            guard result == 0, let thread = unsafe thread else {
                unsafe argument.release()
                throw ThreadRefusal(systemError: result)
            }
            self.thread = UInt(bitPattern: thread)
        #else
            guard result == 0 else {
                unsafe argument.release()
                throw ThreadRefusal(systemError: result)
            }
            self.thread = thread
        #endif
    }

    deinit {
        // A thread that is neither joined nor detached leaks its stack.
        if !isJoined {
            #if canImport(Darwin)
                if let thread = unsafe pthread_t(bitPattern: thread) { unsafe pthread_detach(thread) }
            #else
                pthread_detach(thread)
            #endif
        }
    }

    /// Waits for the thread to end.
    ///
    /// Safe to call twice.
    package func join() {
        lock.lock()
        let isFirst = !isJoined
        isJoined = true
        lock.unlock()
        guard isFirst else { return }
        #if canImport(Darwin)
            if let thread = unsafe pthread_t(bitPattern: thread) { unsafe pthread_join(thread, nil) }
        #else
            pthread_join(thread, nil)
        #endif
    }
}

/// The error if the system cannot create a thread.
package struct ThreadRefusal: Error, CustomStringConvertible {
    /// The system's error number.
    package let systemError: Int32

    /// What is wrong, and the remedy.
    package var description: String {
        "the system cannot create a thread (error \(systemError)): raise the limit on threads"
    }
}
