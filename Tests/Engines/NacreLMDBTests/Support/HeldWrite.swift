import Dispatch
import LMDB

@testable import NacreLMDB

/// A write transaction that is held on a thread of its own, so that nobody else can write.
struct HeldWrite {
    private let held = DispatchSemaphore(value: 0)

    /// Begins it.
    ///
    /// - Parameter environment: What nobody else is to write.
    /// - Throws: Where it cannot be begun.
    init(of environment: Environment) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            do {
                _ = try DedicatedThread { [held] in
                    do {
                        try environment.write { (transaction: consuming WriteTransaction) in
                            continuation.resume()
                            held.wait()
                            // It would end where it is used for the last time.
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
