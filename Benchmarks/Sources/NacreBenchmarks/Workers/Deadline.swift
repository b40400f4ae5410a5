import Foundation
import Synchronization

/// A moment at which something is done, unless it is lifted before.
///
/// It waits on a thread of its own, which no store can block.
final class Deadline: Sendable {
    /// How long whatever has no length of its own may take, in seconds: so long that only what hangs takes longer.
    static let patience = 900.0

    private let lifted = DispatchSemaphore(value: 0)

    init(in seconds: Double, _ body: @escaping @Sendable () -> Void) {
        Thread { [lifted] in
            if lifted.wait(timeout: .now() + seconds) == .timedOut { body() }
        }.start()
    }

    func lift() { lifted.signal() }
}

/// What did not come in time: a store that hangs is as wrong as one that loses something.
struct TimeoutError: Error, CustomStringConvertible {
    let description: String

    /// Names who was waited for, and what did not come.
    init(_ what: String, within seconds: Double) {
        description = "\(what) within \(decimal(seconds, decimals: seconds < 10 ? 1 : 0)) s: it hangs"
    }
}

/// Waits for a body, but no longer than so many seconds.
///
/// A body that is late is left to itself: what blocks its thread cannot be made to end.
///
/// - Throws: What it throws; ``TimeoutError`` where it is late.
func within<Result: Sendable>(
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
