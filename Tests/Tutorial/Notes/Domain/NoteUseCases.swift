public import DomainKit

/// Writing a note; throws `ValidationError` for a text that breaks a rule.
public protocol NoteWriting: UseCase where Input == String, Output == NoteID {}

/// Striking a note out; throws ``NoteError`` `notFound`.
public protocol NoteStriking: UseCase where Input == NoteID, Output == Void {}

/// The use cases and the queries of notes, each behind a protocol of its own.
public struct NoteUseCases: Sendable {
    /// Writes a note.
    public let write: any NoteWriting

    /// Strikes a note out.
    public let strike: any NoteStriking

    /// The queries.
    public let queries: any NoteQueries

    /// Creates the use cases.
    ///
    /// - Parameters:
    ///   - repository: The repository of notes.
    ///   - queries: The read model that belongs to it.
    ///   - ids: The generator of ids for new notes.
    public init(repository: any NoteRepository, queries: any NoteQueries, ids: any IDGenerator) {
        write = WriteNote(repository: repository, ids: ids)
        strike = StrikeNote(repository: repository)
        self.queries = queries
    }
}

struct WriteNote: NoteWriting {
    let repository: any NoteRepository
    let ids: any IDGenerator

    func callAsFunction(_ input: String) async throws -> NoteID {
        let (text, id) = (try NoteText(input), NoteID(ids.next()))
        try await repository.execute(.write(text), on: id)
        return id
    }
}

struct StrikeNote: NoteStriking {
    let repository: any NoteRepository

    func callAsFunction(_ input: NoteID) async throws {
        try await repository.execute(.strike, on: input)
    }
}
