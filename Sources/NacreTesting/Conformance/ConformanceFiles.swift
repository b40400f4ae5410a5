public import Nacre

/// What becomes of the files of a subject's one store while it is closed, for the sentences of the level
/// ``ConformanceSentence/Level/files``: faults of a disk, and what operators do.
///
/// Each sentence closes the store before it calls any of these, and opens it again by
/// ``ConformanceSubject/reopened()``.
public protocol ConformanceFiles: Sendable {
    /// Alters bytes of the record of an event, and nothing that others are read by.
    ///
    /// - Parameter position: The position of the event.
    /// - Throws: Whatever keeps the file from being changed.
    func damageEvent(at position: Position) async throws

    /// Takes the stretch of the log away in which an event stands, as a write that was acknowledged and never made.
    ///
    /// - Parameter position: The position of the event.
    /// - Returns: The positions of the events that are gone.
    /// - Throws: Whatever keeps the file from being changed.
    func loseEvents(around position: Position) async throws -> ClosedRange<Position>

    /// Opens the store of read models that stands beside the log; the sentence closes it.
    ///
    /// - Returns: The read models.
    /// - Throws: Whatever keeps them from opening.
    func readModels() async throws -> any ReadModelStore

    /// Deletes all that is derived from the log: indexes and read models.
    ///
    /// - Throws: Whatever keeps the files from being deleted.
    func deleteDerivedData() async throws

    /// Keeps a copy of the log as it is.
    ///
    /// - Throws: Whatever keeps the log from being copied.
    func copyLog() async throws

    /// Puts the copy in the log's place, and leaves what is derived from the log as it is.
    ///
    /// - Throws: Whatever keeps the log from being replaced.
    func restoreLog() async throws

    /// Makes the log what a disk leaves that has lost it, and leaves what is derived from it as it is.
    ///
    /// - Parameter isEmptied: Whether its file is there with no bytes in it, or not there.
    /// - Throws: Whatever keeps the file from being changed.
    func loseLog(isEmptied: Bool) async throws

    /// Confirms that the log was restored on purpose.
    ///
    /// - Throws: What the store throws.
    func confirmRestored() async throws
}
