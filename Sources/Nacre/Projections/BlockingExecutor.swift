internal import Dispatch

/// Runs work that blocks its thread, away from the cooperative pool.
///
/// A write of a read model waits for another process's write and for the disk; a blocked thread of the pool would be
/// missing to every other task of the program.
public protocol BlockingExecutor: Sendable {
    /// Runs a body from its beginning to its end on one thread.
    ///
    /// - Parameter body: The work; it must not wait for other work of this executor.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result
}

/// Runs one piece of work after another, on a dispatch queue of its own.
public struct SerialBlockingExecutor: BlockingExecutor {
    private let queue: DispatchQueue

    /// Makes an executor.
    ///
    /// - Parameter name: What the queue is called where threads are listed.
    public init(named name: String) {
        queue = DispatchQueue(label: name)
    }

    /// Runs a body from its beginning to its end on one thread, after those that were handed in before.
    ///
    /// - Parameter body: The work.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    public func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Swift.Result { try body() }) }
        }
    }
}
