/// A way to keep events and read models, which a program is handed: on the disk, in memory.
///
/// What runs features knows no engine by name: it opens the one that it is given.
///
/// ```swift
/// let storage = try await engine.open(for: .writing)
/// ```
public protocol StorageEngine: Sendable {
    /// Opens the log, and what belongs to it.
    ///
    /// - Parameter purpose: What it is opened for.
    /// - Returns: The log with everything that belongs to it, until ``Storage/close()``.
    /// - Throws: ``EventStoreError``: such as `noSuchStore`, `cannotCreate`, `notAStore`, `newerFormat`, `damaged`,
    ///   `eventsLost`, `diskFull`, `inputOutput`.
    func open(for purpose: StoragePurpose) async throws -> Storage

    /// Confirms that the log was restored on purpose: what derived data knows beyond it is discarded.
    ///
    /// - Returns: What the log lacked, and where it ends.
    /// - Throws: ``EventStoreError``: with code ``EventStoreError/Code/invalidArgument`` where the engine keeps nothing that
    ///   could be restored; otherwise what opening throws.
    @discardableResult
    func confirmRestored() async throws -> RestoreConfirmation
}

extension StorageEngine {
    /// Refuses: there is nothing that could be restored.
    @discardableResult
    public func confirmRestored() async throws -> RestoreConfirmation {
        throw EventStoreError.invalid("this store has no files of its own: there is nothing that was restored")
    }
}
