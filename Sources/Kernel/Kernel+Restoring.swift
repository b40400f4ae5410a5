public import Nacre
import NacreLMDB

extension Kernel {
    /// Confirms that the log of a store was restored on purpose: what index and read models know beyond it is discarded.
    ///
    /// - Parameters:
    ///   - path: The folder, with the log that was restored. No process should have it open.
    ///   - options: How it is opened.
    /// - Returns: What the log lacked, and where it ends.
    /// - Throws: `EventStoreError`, as `LMDBEventStore.confirmRestored(at:options:)`.
    @discardableResult
    public static func confirmRestored(
        at path: String, options: Options = Options()
    ) async throws -> RestoreConfirmation {
        try await LMDBEventStore.confirmRestored(at: path, options: options.ofStore)
    }
}
