import Foundation
import Synchronization

/// An action at a given time, unless it is cancelled before.
///
/// It waits on a thread of its own, which no store can block.
package final class Deadline: Sendable {
    /// The time limit in seconds for operations of unknown duration: only a hanging one takes longer.
    package static let patience = 900.0

    private let lifted = DispatchSemaphore(value: 0)

    init(in seconds: Double, _ body: @escaping @Sendable () -> Void) {
        Thread { [lifted] in
            if lifted.wait(timeout: .now() + seconds) == .timedOut { body() }
        }.start()
    }

    func lift() { lifted.signal() }
}

/// A timeout: a store that hangs is as faulty as one that loses data.
package struct TimeoutError: Error, CustomStringConvertible {
    package let description: String

    /// Names the operation that timed out.
    init(_ what: String, within seconds: Double) {
        description = "\(what) within \(decimal(seconds, decimals: seconds < 10 ? 1 : 0)) s: it hangs"
    }
}

/// Waits for a body, with a time limit in seconds.
///
/// A late body is abandoned: a blocked thread cannot be ended.
///
/// - Throws: Errors of the body; ``TimeoutError`` if it is late.
package func within<Result: Sendable>(
    seconds: Double, orElse late: String, _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        let waiting = Mutex<CheckedContinuation<Result, any Error>?>(continuation)
        let take: @Sendable () -> CheckedContinuation<Result, any Error>? = {
            waiting.withLock { $0.take() }
        }
        let deadline = Deadline(in: seconds) {
            take()?.resume(throwing: TimeoutError(late, within: seconds))
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
