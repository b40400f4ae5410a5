import Synchronization

/// Waits for a body, with a time limit in seconds.
///
/// A body that exceeds the limit is abandoned: a blocked thread cannot be ended.
///
/// - Throws: Errors of the body; ``TimeoutError`` if it exceeds the limit.
package func withTimeout<Result: Sendable>(
    seconds: Double, message: String, _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        let waiting = Mutex<CheckedContinuation<Result, any Error>?>(continuation)
        let take: @Sendable () -> CheckedContinuation<Result, any Error>? = {
            waiting.withLock { $0.take() }
        }
        let deadline = Deadline(in: seconds) {
            take()?.resume(throwing: TimeoutError(message, within: seconds))
        }
        Task {
            let result: Swift.Result<Result, any Error>
            do {
                result = .success(try await body())
            } catch {
                result = .failure(error)
            }
            deadline.lift()
            take()?.resume(with: result)
        }
    }
}
