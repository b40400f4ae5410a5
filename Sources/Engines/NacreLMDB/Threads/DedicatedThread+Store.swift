import LMDB
import Nacre

extension DedicatedThread {
    /// Starts a thread of a store.
    ///
    /// - Parameter run: The body.
    /// - Returns: The thread.
    /// - Throws: `cannotCreate` if the system cannot create a thread.
    static func start(_ run: @escaping @Sendable () -> Void) throws(EventStoreError) -> DedicatedThread {
        do throws(ThreadRefusal) {
            return try DedicatedThread(run)
        } catch {
            throw EventStoreError(.cannotCreate, error.description)
        }
    }
}
