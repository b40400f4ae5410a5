import Nacre

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// An operating-system thread owned by the engine.
///
/// LMDB ties a write transaction to its thread, and neither a page fault nor `fdatasync` may block the cooperative
/// pool.
final class DedicatedThread: @unchecked Sendable {
    // Sendable: `thread` is written once, in `init`, and joined once, by the first caller that sets `isJoined` under
    // its lock.
    #if canImport(Darwin)
        // The handle is a pointer there, which is kept as a number.
        private let thread: UInt
    #else
        private let thread: pthread_t
    #endif
    private let isJoined = Monitor(false)

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a thread.
    ///
    /// - Throws: `cannotCreate` if the system cannot create a thread.
    init(_ run: @escaping @Sendable () -> Void) throws(EventStoreError) {
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
                throw EventStoreError(
                    .cannotCreate, "the system cannot create a thread (error \(result)): raise the limit on threads")
            }
            self.thread = UInt(bitPattern: thread)
        #else
            guard result == 0 else {
                unsafe argument.release()
                throw EventStoreError(
                    .cannotCreate, "the system cannot create a thread (error \(result)): raise the limit on threads")
            }
            self.thread = thread
        #endif
    }

    deinit {
        // A thread that is neither joined nor detached leaks its stack.
        if !isJoined.withLock({ $0 }) {
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
    func join() {
        let isFirst = isJoined.withLock { joined in
            defer { joined = true }
            return !joined
        }
        guard isFirst else { return }
        #if canImport(Darwin)
            if let thread = unsafe pthread_t(bitPattern: thread) { unsafe pthread_join(thread, nil) }
        #else
            pthread_join(thread, nil)
        #endif
    }
}
