public import DomainKit
public import Nacre
public import NotesDomain
import NotesInfrastructure

/// The composition root of notes: the only code that names the concrete types behind the protocols.
public struct Notebook: Sendable {
    /// The use cases.
    public let notes: NoteUseCases

    /// Wires the feature.
    ///
    /// - Parameters:
    ///   - store: The log.
    ///   - models: The store of the read model.
    ///   - time: The clock.
    ///   - ids: The generator of ids for new notes.
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
