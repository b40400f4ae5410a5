internal import Dispatch

/// Runs blocking work off the cooperative pool.
///
/// Writing a read model waits for other processes and for the disk. A blocked pool thread would be missing for every
/// other task of the program.
public protocol BlockingExecutor: Sendable {
    /// Runs a closure to completion on one thread.
    ///
    /// - Parameter body: The work. It must not wait for other work of this executor.
    /// - Returns: The result of `body`.
    /// - Throws: Any error that `body` throws.
    func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result
}

/// Runs work serially on its own dispatch queue.
public struct SerialBlockingExecutor: BlockingExecutor {
    private let queue: DispatchQueue

    /// Creates an executor.
    ///
    /// - Parameter name: The label of the queue, for debuggers and thread lists.
    public init(named name: String) {
        queue = DispatchQueue(label: name)
    }

    /// Runs a closure to completion on one thread, after those submitted before.
    ///
    /// - Parameter body: The work.
    /// - Returns: The result of `body`.
    /// - Throws: Any error that `body` throws.
    public func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Swift.Result { try body() }) }
        }
    }
}
