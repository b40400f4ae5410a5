extension ProjectionRunner {
    /// Whether tables of this schema version were built by this projection.
    ///
    /// Tables without a recorded definition were built by a program that did not record one. They are assumed to be
    /// this projection's, and its definition is recorded with them.
    ///
    /// - Parameters:
    ///   - tables: The live tables or the shadow.
    ///   - found: The states that were found.
    /// - Returns: `true` if this projection built the tables, or they have no state of its schema version; `false` if
    ///   the model must be read again.
    /// - Throws: ``EventStoreError``, with code ``EventStoreError/Code/otherProjection`` if another projection of
    ///   this name and version built them.
    func isOwn(_ tables: LiveOrShadow, in found: FoundModel) async throws -> Bool {
        guard let state = found.state(of: tables).state, state.schemaVersion == projection.schemaVersion else {
            return true
        }
        if let differences = differences(in: state) { throw otherProjection(differences) }
        // A model from before definitions were recorded is adopted, and recorded at once. See PROJ-28.
        if state.definition != nil { return true }
        let recorded = ReadModelState(
            schemaVersion: state.schemaVersion, checkpoint: state.checkpoint, halt: state.halt, definition: own)
        try await write { writer in
            guard try FoundModel(writer) == found else { return }
            try tables.writer(in: writer).keep(recorded)
        }
        return false
    }

    /// How the definition recorded in a state of this schema version differs from this projection's; `nil` if it does
    /// not.
    func differences(in state: ReadModelState) -> String? {
        guard let recorded = state.definition, recorded != own else { return nil }
        return recorded.differences(from: own).joined(separator: "; ")
    }

    private func otherProjection(_ differences: String) -> EventStoreError {
        EventStoreError(
            .otherProjection,
            """
            read model \(quoted(projection.name)) of schema version \(projection.schemaVersion) was built by another \
            projection of this name: \(differences): raise the schema version of the projection, or give it its own \
            name
            """)
    }
}

extension ReadModelWriter {
    /// Writes a state, and verifies that its definition was stored.
    ///
    /// If a store dropped the definition, every read would find a state that was never written.
    func keep(_ state: ReadModelState) throws {
        try setState(state)
        // A store that loses definitions would let any projection of the name take the model.
        guard try self.state()?.definition == state.definition else {
            throw EventStoreError.invalid(
                "the read model store loses the definition in a state: check it with ReadModelConformance")
        }
    }
}
