public import DomainKit
public import Nacre
public import NotesDomain
import NotesInfrastructure

/// Notes put together: the only place that knows which types stand behind the protocols.
public struct Notebook: Sendable {
    /// What can be done with notes.
    public let notes: NoteUseCases

    /// Wires the feature.
    ///
    /// - Parameters:
    ///   - store: The log.
    ///   - models: Where the read model is kept.
    ///   - time: What says when something happens.
    ///   - ids: Where the identities of new notes come from.
    public init(
        on store: any EventStore, models: any ReadModelStore, time: any TimeSource = SystemTimeSource(),
        ids: any IDGenerator = RandomIDGenerator()
    ) {
        let projector = ProjectionRunner(projection: NotesProjection(), store: store, models: models)
        let repository: any NoteRepository = EventSourcedNoteRepository(store: store, time: time)
        let queries: any NoteQueries = ProjectedNotes(in: models, updatedBy: projector)
        notes = NoteUseCases(repository: repository, queries: queries, ids: ids)
    }
}
