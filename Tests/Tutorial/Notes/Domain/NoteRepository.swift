public import DomainKit

/// Where the histories of notes are kept.
public protocol NoteRepository: Repository where Identity == NoteID, Model == NoteDecider {}

/// What can be asked about notes; whoever has changed one, and then asks, sees the change.
public protocol NoteQueries: Sendable {
    /// The notes that were not struck out.
    ///
    /// - Returns: What they say, in the order in which they were written.
    /// - Throws: Whatever the read model throws.
    func notes() async throws -> [String]
}
