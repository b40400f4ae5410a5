import Foundation

/// Runs a blocking body on a thread of its own, from its beginning to its end.
///
/// LMDB ties a write transaction to its thread, and a sync has no place on the cooperative pool.
func onDedicatedThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        let thread = Thread { continuation.resume(with: Swift.Result(catching: body)) }
        thread.name = "nacre-bench"
        thread.start()
    }
}
