/// Waits for asynchronous work on a thread of its own.
package enum ThreadWait {
    /// Runs an asynchronous body, and blocks the calling thread until it ends.
    ///
    /// For threads that do not belong to the cooperative pool.
    ///
    /// - Parameter body: The work, which must end in bounded time.
    /// - Returns: The result of the body.
    @available(*, noasync)
    package static func run<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) -> Result {
        let monitor = Monitor<Result?>(nil)
        Task.detached {
            let result = await body()
            monitor.withLock { $0 = result }
            monitor.broadcast()
        }
        return monitor.wait { $0 }
    }
}
