public import Nacre
public import NotesDomain

/// The queries on notes, from the read model that ``NotesProjection`` keeps.
public struct ProjectedNotes: NoteQueries {
    private let model: UpToDateReadModel

    /// Creates queries.
    ///
    /// - Parameters:
    ///   - store: The store that keeps the read model.
    ///   - update: Brings the read model up to date before it is read.
    public init(in store: any ReadModelStore, updatedBy update: any ReadModelUpdating) {
        model = UpToDateReadModel(NotesProjection.name, in: store, updatedBy: update)
    }

    /// The notes that were not struck out.
    ///
    /// - Returns: Their texts, in the order in which they were written.
    /// - Throws: `EventStoreError`, with code `projectionHalted` if the projection has halted.
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
