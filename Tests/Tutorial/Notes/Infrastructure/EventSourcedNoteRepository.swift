public import DomainKit
public import Nacre
public import NotesDomain

/// Notes in an event store: each has a stream of its own, `note-` and its id.
public struct EventSourcedNoteRepository: NoteRepository {
    private let notes: Aggregates<NoteDecider>

    /// Creates a repository.
    ///
    /// - Parameters:
    ///   - store: The store that keeps the streams.
    ///   - time: The clock.
    public init(store: any EventStore, time: any TimeSource) {
        notes = Aggregates(in: store, time: time)
    }

    /// Folds the events of a note.
    ///
    /// - Parameter id: The note.
    /// - Returns: Its state and version.
    /// - Throws: `EventDecodingError`; errors of the store.
    public func load(_ id: NoteID) async throws -> Versioned<Note> {
        try await notes.load(id.description)
    }

    /// Appends events to a note, in one commit.
    ///
    /// - Parameters:
    ///   - events: The events, in order.
    ///   - id: The note.
    ///   - version: The version at which the events were decided.
    /// - Returns: The version after the last of the events.
    /// - Throws: The store's conflict if the note is at another version; other errors of the store.
    public func save(_ events: [NoteEvent], for id: NoteID, expecting version: UInt64) async throws -> UInt64 {
        try await notes.save(events, for: id.description, expecting: version)
    }
}
