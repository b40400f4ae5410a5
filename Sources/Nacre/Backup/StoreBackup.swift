/// A store that can be copied while it is in use.
public protocol StoreBackup: Sendable {
    /// Copies the log, as far as it has come when the call begins, into a new folder.
    ///
    /// The store can be read and appended to meanwhile, and does not grow for it. The folder appears under its name when
    /// the copy is whole, verified and on the disk; a backup that fails leaves nothing there. The copy is a store of the
    /// same identity: what is derived from its log is built anew when it is opened.
    ///
    /// - Parameters:
    ///   - path: The folder to make; there may be an empty one.
    ///   - progress: Told now and then the position reached and the position at which the copy ends.
    /// - Returns: What was copied.
    /// - Throws: ``EventStoreError``: `cannotCreate` where the folder holds something or cannot be made, `damaged` with
    ///   the position where the log is, `inputOutput` where the disk fails; `CancellationError` where the task was
    ///   cancelled.
    @discardableResult
    func backup(
        to path: String, progress: @escaping @Sendable (_ position: Position, _ head: Position) -> Void
    ) async throws -> BackupSummary
}

extension StoreBackup {
    /// Copies the log, as far as it has come when the call begins, into a new folder.
    ///
    /// - Parameter path: The folder to make; there may be an empty one.
    /// - Returns: What was copied.
    /// - Throws: What ``backup(to:progress:)`` throws.
    @discardableResult
    public func backup(to path: String) async throws -> BackupSummary {
        try await backup(to: path) { _, _ in }
    }
}

/// What a backup holds.
public struct BackupSummary: Hashable, Sendable {
    /// The position of the last event copied; 0 where the log was empty.
    public let head: Position

    /// How many blocks were copied.
    public let blocks: Int

    /// The size of the copy on the disk, in bytes.
    public let bytes: Int

    /// Makes a summary of its parts.
    public init(head: Position, blocks: Int, bytes: Int) {
        self.head = head
        self.blocks = blocks
        self.bytes = bytes
    }
}
