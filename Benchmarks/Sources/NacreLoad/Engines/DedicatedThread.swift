import Foundation

/// Runs a blocking body on a thread of its own.
///
/// LMDB ties a write transaction to its thread, and a sync must not block the cooperative pool.
package func onDedicatedThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result
{
    try await withCheckedThrowingContinuation { continuation in
        let thread = Thread { continuation.resume(with: Swift.Result(catching: body)) }
        thread.name = "nacre-bench"
        thread.start()
    }
}
