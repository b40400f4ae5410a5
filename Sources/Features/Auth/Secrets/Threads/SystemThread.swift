#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Threads of the operating system.
enum SystemThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a thread, which ends with its body.
    ///
    /// - Parameter run: The body.
    /// - Throws: ``SecretsError`` `cannotCreateThread`.
    static func start(_ run: @escaping @Sendable () -> Void) throws(SecretsError) {
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
        guard result == 0 else {
            unsafe argument.release()
            throw SecretsError(
                .cannotCreateThread, "the system cannot create a thread (error \(result)): raise the limit on threads")
        }
        // Nothing joins it: the queue reports when its threads have ended.
        #if canImport(Darwin)
            if let thread = unsafe thread { unsafe pthread_detach(thread) }
        #else
            pthread_detach(thread)
        #endif
    }
}
