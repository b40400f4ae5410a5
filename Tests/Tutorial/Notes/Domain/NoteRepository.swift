public import DomainKit

/// The repository of notes.
public protocol NoteRepository: Repository where Identity == NoteID, Model == NoteDecider {}

/// The queries on notes.
///
/// A caller that has changed a note sees the change.
public protocol NoteQueries: Sendable {
    /// The notes that were not struck out.
    ///
    /// - Returns: Their texts, in the order in which they were written.
    /// - Throws: Errors of the read model.
    func notes() async throws -> [String]
}
