/// Backs up a store while it is in use.
public protocol StoreBackup: Sendable {
    /// Copies the log, up to its head when the call begins, into a new folder.
    ///
    /// The store can be read and appended to meanwhile, and does not grow because of the backup. The folder gets its
    /// final name when the copy is complete, verified and synced to disk. A failed backup leaves nothing there. The
    /// copy is a store with the same identity; derived data is rebuilt when it is opened.
    ///
    /// - Parameters:
    ///   - path: The folder to create. It may exist if it is empty.
    ///   - progress: Called from time to time with the position reached and the position at which the copy ends.
    /// - Returns: A summary.
    /// - Throws: ``EventStoreError``: `cannotCreate` if the folder is not empty or cannot be created, `damaged` with
    ///   the position if the log is damaged, `inputOutput` if the disk fails; `CancellationError` if the task is
    ///   cancelled.
    @discardableResult
    func backup(
        to path: String, progress: @escaping @Sendable (_ position: Position, _ head: Position) -> Void
    ) async throws -> BackupSummary

    /// Copies the log as ``backup(to:progress:)`` does, and reports the progress of each phase.
    ///
    /// - Parameters:
    ///   - path: The folder to create. It may exist if it is empty.
    ///   - report: Called from time to time with the phase and its progress.
    /// - Returns: A summary.
    /// - Throws: Errors of ``backup(to:progress:)``.
    @discardableResult
    func backup(
        to path: String, reporting report: @escaping @Sendable (PhaseProgress) -> Void
    ) async throws -> BackupSummary
}

extension StoreBackup {
    /// Copies the log, in one phase.
    @discardableResult
    public func backup(
        to path: String, reporting report: @escaping @Sendable (PhaseProgress) -> Void
    ) async throws -> BackupSummary {
        try await backup(to: path, progress: { report(PhaseProgress("copying", $0, of: $1)) })
    }

    /// Copies the log, up to its head when the call begins, into a new folder.
    ///
    /// - Parameter path: The folder to create. It may exist if it is empty.
    /// - Returns: A summary.
    /// - Throws: Errors of ``backup(to:progress:)``.
    @discardableResult
    public func backup(to path: String) async throws -> BackupSummary {
        try await backup(to: path) { _, _ in }
    }
}

/// The summary of a backup.
public struct BackupSummary: Hashable, Sendable {
    /// The position of the last event copied; 0 if the log was empty.
    public let head: Position

    /// The number of blocks copied.
    public let blocks: Int

    /// The size of the copy on disk, in bytes.
    public let bytes: Int

    /// Creates a summary from its parts.
    public init(head: Position, blocks: Int, bytes: Int) {
        self.head = head
        self.blocks = blocks
        self.bytes = bytes
    }
}
