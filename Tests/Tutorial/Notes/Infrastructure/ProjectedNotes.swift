public import Nacre
public import NotesDomain

/// What can be asked about notes, answered from the read model that ``NotesProjection`` keeps.
public struct ProjectedNotes: NoteQueries {
    private let model: UpToDateReadModel

    /// Creates queries.
    ///
    /// - Parameters:
    ///   - store: The store that keeps the read model.
    ///   - update: What brings it up to date before it is looked at.
    public init(in store: any ReadModelStore, updatedBy update: any ReadModelUpdating) {
        model = UpToDateReadModel(NotesProjection.name, in: store, updatedBy: update)
    }

    /// The notes that were not struck out.
    ///
    /// - Returns: What they say, in the order in which they were written.
    /// - Throws: `EventStoreError`, with code `projectionHalted` where the projection has stopped short.
    public func notes() async throws -> [String] {
        try await model.read { reader in
            var notes: [String] = []
            try NotesTables.notes.forEachRow(in: reader) { _, row in
                notes.append(row.text)
                return true
            }
            return notes
        }
    }
}
