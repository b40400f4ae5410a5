/// A read model that is brought up to date with the log before it is looked at, so that everybody reads their own writes.
public struct UpToDateReadModel: Sendable {
    private let name: String
    private let store: any ReadModelStore
    private let update: any ReadModelUpdating

    /// Makes a read model of its parts.
    ///
    /// - Parameters:
    ///   - name: The name of the model.
    ///   - store: The store that keeps it.
    ///   - update: What brings it up to date.
    public init(_ name: String, in store: any ReadModelStore, updatedBy update: any ReadModelUpdating) {
        self.name = name
        self.store = store
        self.update = update
    }

    /// How often a model is looked at that is discarded by others meanwhile, or damaged.
    private static let attempts = 4

    /// Looks at the model in a state that has applied everything that was in the log when this was called.
    ///
    /// A model that turns out to be damaged is discarded and rebuilt, and looked at again.
    ///
    /// - Parameter body: Looks at the tables. It may be run again, and what an earlier run returned is dropped then.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws; ``EventStoreError``, with code ``EventStoreError/Code/projectionHalted`` where
    ///   the projection has stopped short; with code ``EventStoreError/Code/invalidArgument`` where no projection keeps a
    ///   model of this name.
    public func read<Result>(_ body: (any ReadModelReader) throws -> Result) async throws -> Result {
        if let refusal { throw refusal }
        for _ in 1..<Self.attempts {
            let position = try await update.bringUpToDate()
            do {
                if let result = try readOnce(reaching: position, body) { return result }
            } catch let error as EventStoreError where error.isDamageOfReadModel {
                try await update.discard(because: error)
            }
        }
        let position = try await update.bringUpToDate()
        guard let result = try readOnce(reaching: position, body) else {
            throw EventStoreError(
                .inputOutput,
                "read model \(quoted(name)) was discarded or replaced by others \(Self.attempts) times while it was read: try again"
            )
        }
        return result
    }

    /// Looks once; `nil` where somebody discarded the model after it was brought up to date.
    private func readOnce<Result>(
        reaching position: Position, _ body: (any ReadModelReader) throws -> Result
    ) throws -> Result? {
        try store.read(name) { reader in
            let state = try reader.state()
            // Another program may have put rows in their place that this one does not know.
            guard state.position >= position, state.map(isKnown) ?? true else { return nil }
            return try reader.locatingDamage { try body(reader) }
        }
    }
}

extension UpToDateReadModel {
    /// Why nothing would ever be found under the name; `nil` where something may be.
    private var refusal: EventStoreError? {
        guard let updated = update.model, updated != name else { return store.projections.refusal(of: name) }
        return .invalid(
            """
            read model \(quoted(name)) is to be brought up to date by the projection of \(quoted(updated)): give both one name
            """)
    }

    /// Whether rows in a state are those of the projection.
    private func isKnown(_ state: ReadModelState) -> Bool {
        guard state.schemaVersion == update.schemaVersion else { return false }
        guard let recorded = state.definition, let own = update.definition else { return true }
        return recorded == own
    }
}

/// Brings one read model up to date.
public protocol ReadModelUpdating: Sendable {
    /// The name of the model; `nil` where that is not known.
    var model: String? { get }

    /// The schema version of the rows that the model is to have.
    var schemaVersion: Int { get }

    /// What the model is to be made by; `nil` where that is not known.
    var definition: ProjectionDefinition? { get }

    /// Applies what is in the log.
    ///
    /// - Returns: A position that the model has reached, at least the head at the moment of the call.
    /// - Throws: ``EventStoreError``, with code ``EventStoreError/Code/projectionHalted`` where the projection has
    ///   stopped short.
    func bringUpToDate() async throws -> Position

    /// Throws the tables away in which damage was found, so that they are built anew from the log; others, that have
    /// taken their place since, stay.
    ///
    /// - Parameter error: What is wrong with them; its cause is the ``ReadModelDamage`` that says which tables they are.
    /// - Throws: ``EventStoreError`` where the store cannot be written.
    func discard(because error: EventStoreError) async throws
}

extension ReadModelUpdating {
    /// Nothing is known.
    public var model: String? { nil }

    /// Nothing is known.
    public var definition: ProjectionDefinition? { nil }
}
