public import Nacre

extension Runtime {
    /// Copies the log up to its head at the start of the call into a new folder.
    ///
    /// The store stays usable meanwhile. Read models are not copied; they are rebuilt when the copy is opened.
    ///
    /// - Parameters:
    ///   - path: The folder to create; an existing empty folder is accepted.
    ///   - progress: Called with the copied position and the position at which the copy ends.
    /// - Returns: What was copied.
    /// - Throws: `EventStoreError`: `invalidArgument` if the store is not kept in a folder; otherwise as
    ///   `LMDBEventStore.backup(to:progress:)`.
    @discardableResult
    public func backup(
        to path: String, progress: @escaping @Sendable (_ position: Position, _ head: Position) -> Void = { _, _ in }
    ) async throws -> BackupSummary {
        try await copying().backup(to: path, progress: progress)
    }

    /// Copies the log as ``backup(to:progress:)`` does, and reports the progress of each phase.
    ///
    /// - Parameters:
    ///   - path: The folder to create; an existing empty folder is accepted.
    ///   - report: Called from time to time with the phase and its progress.
    /// - Returns: What was copied.
    /// - Throws: Errors of ``backup(to:progress:)``.
    @discardableResult
    public func backup(
        to path: String, reporting report: @escaping @Sendable (PhaseProgress) -> Void
    ) async throws -> BackupSummary {
        try await copying().backup(to: path, reporting: report)
    }

    private func copying() throws(EventStoreError) -> any StoreBackup {
        guard let backup = storage.backup else {
            throw EventStoreError(
                .invalidArgument, "this store has no files to copy: export its events", outcome: .notWritten)
        }
        return backup
    }
}
