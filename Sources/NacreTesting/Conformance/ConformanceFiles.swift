public import Nacre

/// Manipulates the files of a closed store, for the rules of the level ``ConformanceRule/Level/files``: disk
/// faults and operators' actions.
///
/// Each rule closes the store before it calls these, and reopens it with ``ConformanceSubject/reopened()``.
public protocol ConformanceFiles: Sendable {
    /// Corrupts bytes of an event's record, and nothing that other events depend on.
    ///
    /// - Parameter position: The position of the event.
    /// - Throws: Errors of changing the file.
    func damageEvent(at position: Position) async throws

    /// Removes the part of the log that contains an event, like an acknowledged write that was never made.
    ///
    /// - Parameter position: The position of the event.
    /// - Returns: The positions of the removed events.
    /// - Throws: Errors of changing the file.
    func loseEvents(around position: Position) async throws -> ClosedRange<Position>

    /// Opens the read model store beside the log; the rule closes it.
    ///
    /// - Returns: The read models.
    /// - Throws: Errors of opening them.
    func readModels() async throws -> any ReadModelStore

    /// Deletes all derived data: indexes and read models.
    ///
    /// - Throws: Errors of deleting the files.
    func deleteDerivedData() async throws

    /// Copies the log in its present state.
    ///
    /// - Throws: Errors of copying the log.
    func copyLog() async throws

    /// Replaces the log by the copy, and leaves derived data unchanged.
    ///
    /// - Throws: Errors of replacing the log.
    func restoreLog() async throws

    /// Makes the log look lost by the disk, and leaves derived data unchanged.
    ///
    /// - Parameter isEmptied: Whether the file is left empty; otherwise it is removed.
    /// - Throws: Errors of changing the file.
    func loseLog(isEmptied: Bool) async throws

    /// Confirms a deliberate restore of the log.
    ///
    /// - Throws: Errors of the store.
    func confirmRestored() async throws
}
