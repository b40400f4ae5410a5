public import Nacre

extension LMDBEventStore: StoreBackup {
    /// Copies the log, as far as it has come when the call begins, into a new folder, while the store is in use.
    ///
    /// Blocks are copied in short transactions, synced, and verified by the chain of their checksums. Index and read
    /// models are not copied: they are built anew where the copy is opened. A backup whose name cannot be made durable
    /// is taken away again like any that fails; where the disk refuses even that, the error says so.
    ///
    /// - Complexity: O(*n*) in the bytes of the log; the memory it takes does not depend on it.
    @discardableResult
    public func backup(
        to path: String, progress: @escaping @Sendable (_ position: Position, _ head: Position) -> Void
    ) async throws -> BackupSummary {
        try checkOpen()
        let folder = try await pool.run { try BackupFolder(for: path) }
        do {
            let summary = try await LogCopy(of: self, to: folder.store, progress: progress).run()
            try await pool.run { try folder.publish() }
            return summary
        } catch {
            folder.discard()
            throw error
        }
    }
}
