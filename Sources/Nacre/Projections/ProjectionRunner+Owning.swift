extension ProjectionRunner {
    /// Whether tables of this schema version were made by this projection.
    ///
    /// What nothing is recorded of was made by a program that did not record it yet, and is taken for this projection's,
    /// which is recorded then.
    ///
    /// - Parameters:
    ///   - side: The tables.
    ///   - found: What was found of the model.
    /// - Returns: `true` where they were, or are of another schema version; `false` where one has to look again.
    /// - Throws: ``EventStoreError``, with code ``EventStoreError/Code/otherProjection`` where another projection of this
    ///   name and version made them.
    func isOwn(_ side: ModelSide, in found: FoundModel) async throws -> Bool {
        guard let state = found.state(of: side).state, state.schemaVersion == projection.schemaVersion else {
            return true
        }
        if let differences = differences(in: state) { throw otherProjection(differences) }
        if state.definition != nil { return true }
        let recorded = ReadModelState(
            schemaVersion: state.schemaVersion, checkpoint: state.checkpoint, halt: state.halt, definition: own)
        try await write { writer in
            guard try FoundModel(writer) == found else { return }
            try side.writer(in: writer).keep(recorded)
        }
        return false
    }

    /// How what is recorded in a state of this schema version differs from this projection; `nil` where it does not.
    func differences(in state: ReadModelState) -> String? {
        guard let recorded = state.definition, recorded != own else { return nil }
        return recorded.differences(from: own).joined(separator: "; ")
    }

    private func otherProjection(_ differences: String) -> EventStoreError {
        EventStoreError(
            .otherProjection,
            """
            read model \(quoted(projection.name)) of schema version \(projection.schemaVersion) was made by another \
            projection of this name: \(differences): raise the schema version of the projection, or give it a name of its \
            own
            """)
    }
}

extension ReadModelWriter {
    /// Writes a state down, and makes sure that what the model is made by is part of what is kept.
    ///
    /// A store that loses it would have every look find a state that nobody has written.
    func keep(_ state: ReadModelState) throws {
        try setState(state)
        guard try self.state()?.definition == state.definition else {
            throw EventStoreError.invalid(
                "the store of read models does not keep the definition in a state: see ReadModelConformance")
        }
    }
}
