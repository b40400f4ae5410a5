public import Nacre

extension Runtime {
    /// Copies the log, as far as it has come when the call begins, into a new folder, while everything is in use.
    ///
    /// Read models are not copied: they are built anew where the copy is opened.
    ///
    /// - Parameters:
    ///   - path: The folder to make; there may be an empty one.
    ///   - progress: Is given the position reached and the position at which the copy ends.
    /// - Returns: What was copied.
    /// - Throws: `EventStoreError`: `invalidArgument` where it is no store in a folder; otherwise as
    ///   `LMDBEventStore.backup(to:progress:)`.
    @discardableResult
    public func backup(
        to path: String, progress: @escaping @Sendable (_ position: Position, _ head: Position) -> Void = { _, _ in }
    ) async throws -> BackupSummary {
        guard let backup = storage.backup else {
            throw EventStoreError(
                .invalidArgument, "this store has no files of its own to copy: export its events", outcome: .notWritten)
        }
        return try await backup.backup(to: path, progress: progress)
    }
}
