public import Nacre

extension LMDBEventStore: StoreBackup {
    /// Copies the log up to its head at the start of the call into a new folder, while the store is in use.
    ///
    /// Blocks are copied in short transactions, synced, and verified by their chain of checksums. Index and read models
    /// are not copied; they are rebuilt when the copy is opened. A backup whose name cannot be made durable is removed
    /// like any failed one; if the disk refuses that too, the error says so.
    ///
    /// - Complexity: O(*n*) in the bytes of the log, in constant memory.
    @discardableResult
    public func backup(
        to path: String, progress: @escaping @Sendable (_ position: Position, _ head: Position) -> Void
    ) async throws -> BackupSummary {
        try await backup(to: path) { report in
            if report.phase == LogCopy.copying { progress(report.done, report.total) }
        }
    }

    /// Copies the log as ``backup(to:progress:)`` does, and reports the progress of copying and of checking the copy.
    @discardableResult
    public func backup(
        to path: String, reporting report: @escaping @Sendable (PhaseProgress) -> Void
    ) async throws -> BackupSummary {
        try checkOpen()
        let folder = try await pool.run { try BackupFolder(for: path) }
        do {
            let summary = try await LogCopy(of: self, to: folder.store, reporting: report).run()
            try await pool.run { try folder.publish() }
            return summary
        } catch {
            folder.discard()
            throw error
        }
    }
}
