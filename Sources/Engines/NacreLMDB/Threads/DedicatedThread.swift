import Nacre

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// An operating-system thread of the engine's own: LMDB ties a write transaction to its thread, and a page fault or
/// `fdatasync` must not stop the cooperative pool.
final class DedicatedThread: @unchecked Sendable {
    // Sendable: `thread` is written once in init, and joined once, by whoever sets `isJoined` first under its lock.
    private let thread: pthread_t
    private let isJoined = Monitor(false)

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a thread.
    ///
    /// - Throws: `cannotCreate` where the system has no thread to give.
    init(_ run: @escaping @Sendable () -> Void) throws(EventStoreError) {
        let argument = Unmanaged.passRetained(Body(run))
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let result = pthread_create(
            &thread, nil,
            { argument in
                #if canImport(Darwin)
                    Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                #else
                    if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
                #endif
                return nil
            }, argument.toOpaque())
        #if canImport(Darwin)
            guard result == 0, let thread else {
                argument.release()
                throw EventStoreError(.cannotCreate, "the system gives no thread (error \(result))")
            }
        #else
            guard result == 0 else {
                argument.release()
                throw EventStoreError(.cannotCreate, "the system gives no thread (error \(result))")
            }
        #endif
        self.thread = thread
    }

    deinit {
        // A thread that nobody joined keeps its stack for ever, unless it is told that nobody will.
        if !isJoined.withLock({ $0 }) { pthread_detach(thread) }
    }

    /// Waits until the thread has ended.
    ///
    /// Safe to call twice.
    func join() {
        let isFirst = isJoined.withLock { joined in
            defer { joined = true }
            return !joined
        }
        if isFirst { pthread_join(thread, nil) }
    }
}
