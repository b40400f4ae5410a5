import DomainKit
import Nacre
import NacreRuntime
import NotesDomain
import NotesInfrastructure

/// An application with notes, as `Docs/AddingAFeature.md` wires them.
struct WiredNotes {
    struct Options {
        var idGenerator: any IDGenerator = RandomIDGenerator()
    }

    let notes: NoteUseCases

    init(_ runtime: Runtime, options: Options = Options()) throws(EventStoreError) {
        let (store, time, models) = (runtime.store, runtime.storage.time, runtime.models)
        let projection = NotesProjection()
        let noteRepository: any NoteRepository = EventSourcedNoteRepository(store: store, time: time)
        let noteQueries: any NoteQueries = ProjectedNotes(
            in: models.store, updatedBy: try models.updater(of: projection.name))
        notes = NoteUseCases(repository: noteRepository, queries: noteQueries, ids: options.idGenerator)
    }
}
