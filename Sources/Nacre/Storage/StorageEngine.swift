/// A storage engine for events and read models, for example on disk or in memory.
///
/// The code that runs features does not depend on a particular engine: it opens the one that it is passed.
///
/// ```swift
/// let storage = try await engine.open(for: .writing)
/// ```
public protocol StorageEngine: Sendable {
    /// Opens the log and everything that belongs to it.
    ///
    /// - Parameter purpose: The purpose of opening it.
    /// - Returns: The storage, valid until ``Storage/close()``.
    /// - Throws: ``EventStoreError``, such as `noSuchStore`, `cannotCreate`, `notAStore`, `newerFormat`, `damaged`,
    ///   `eventsLost`, `diskFull`, `inputOutput`.
    func open(for purpose: StoragePurpose) async throws -> Storage

    /// Confirms that the log was restored deliberately.
    ///
    /// Derived data beyond the log is discarded.
    ///
    /// - Returns: The events that the log lacked, and its head.
    /// - Throws: ``EventStoreError``, with code ``EventStoreError/Code/invalidArgument`` if the engine has no files
    ///   to restore; otherwise errors of opening.
    @discardableResult
    func confirmRestored() async throws -> RestoreConfirmation
}

extension StorageEngine {
    /// Throws, because there are no files to restore.
    @discardableResult
    public func confirmRestored() async throws -> RestoreConfirmation {
        throw EventStoreError.invalid("this store has no files: there is nothing to restore")
    }
}
