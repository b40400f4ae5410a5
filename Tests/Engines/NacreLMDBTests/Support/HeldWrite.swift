import Dispatch
import LMDB

@testable import NacreLMDB

/// A write transaction held open on another thread, so that no other writer can begin.
struct HeldWrite {
    private let held = DispatchSemaphore(value: 0)

    /// Begins it.
    ///
    /// - Parameter environment: The environment whose other writers must wait.
    /// - Throws: If it cannot begin.
    init(of environment: Environment) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            do {
                _ = try DedicatedThread { [held] in
                    do {
                        try environment.write { (transaction: consuming WriteTransaction) in
                            continuation.resume()
                            held.wait()
                            // It would end at its last use.
                            transaction.abort()
                        }
                    } catch {
                        continuation.resume(throwing: error)
                    }
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    /// Ends it, with nothing written.
    func end() {
        held.signal()
    }
}
