/// A read model that is caught up with the log before each read, so that callers read their own writes.
public struct UpToDateReadModel: Sendable {
    // PROJ-07: Reads bring a read model up to date first.

    private let name: String
    private let store: any ReadModelStore
    private let update: any ReadModelUpdating

    /// Creates a read model from its parts.
    ///
    /// - Parameters:
    ///   - name: The name of the model.
    ///   - store: The store of the model.
    ///   - update: Brings the model up to date.
    public init(_ name: String, in store: any ReadModelStore, updatedBy update: any ReadModelUpdating) {
        self.name = name
        self.store = store
        self.update = update
    }

    /// The number of attempts to read a model that is discarded by others meanwhile, or damaged.
    private static let attempts = 4

    /// Reads the model after it has applied everything that was in the log at the time of the call.
    ///
    /// A damaged model is discarded, rebuilt, and read again.
    ///
    /// - Parameter body: Called with a reader of the tables. It may be called again; the result of an earlier call is
    ///   then dropped.
    /// - Returns: The result of `body`.
    /// - Throws: Any error that `body` throws; ``EventStoreError``, with code
    ///   ``EventStoreError/Code/projectionHalted`` if the projection halted before the head, or with code
    ///   ``EventStoreError/Code/invalidArgument`` if no projection owns a model of this name.
    public func read<Result>(_ body: (any ReadModelReader) throws -> Result) async throws -> Result {
        if let refusal { throw refusal }
        // Most models are up to date, as they follow the log: then a look at both is all that a read needs.
        if let current = try await update.currentCheckpoint() {
            do {
                if let result = try readOnce(
                    where: { $0?.checkpoint == current && $0?.definition == update.definition }, body)
                {
                    return result
                }
            } catch let error as EventStoreError where error.isReadModelDamage {
                try await update.discard(because: error)
            }
        }
        for _ in 1..<Self.attempts {
            let position = try await update.bringUpToDate()
            do {
                if let result = try readOnce(where: { $0.position >= position }, body) { return result }
            } catch let error as EventStoreError where error.isReadModelDamage {
                try await update.discard(because: error)
            }
        }
        let position = try await update.bringUpToDate()
        guard let result = try readOnce(where: { $0.position >= position }, body) else {
            throw EventStoreError(
                .inputOutput,
                "read model \(quoted(name)) was discarded or replaced by others \(Self.attempts) times while it was read: try again"
            )
        }
        return result
    }

    /// Reads once; `nil` if the model is in another state, such as after it was discarded.
    private func readOnce<Result>(
        where isUpToDate: (ReadModelState?) -> Bool, _ body: (any ReadModelReader) throws -> Result
    ) throws -> Result? {
        try store.read(name) { reader in
            let state = try reader.state()
            // Another program may have replaced the rows by a version that this one does not know.
            guard isUpToDate(state), state.map(isKnown) ?? true else { return nil }
            return try reader.locatingDamage { try body(reader) }
        }
    }
}

extension UpToDateReadModel {
    /// The error if no model can exist under the name; `nil` if one may.
    private var refusal: EventStoreError? {
        guard let updated = update.model, updated != name else { return store.projections.refusal(of: name) }
        return .invalid(
            """
            read model \(quoted(name)) is updated by a projection named \(quoted(updated)): give both the same name
            """)
    }

    /// Whether rows in a state were written by this version of the projection.
    private func isKnown(_ state: ReadModelState) -> Bool {
        guard state.schemaVersion == update.schemaVersion else { return false }
        guard let recorded = state.definition, let own = update.definition else { return true }
        return recorded == own
    }
}

/// Brings one read model up to date.
public protocol ReadModelUpdating: Sendable {
    /// The name of the model; `nil` if it is not known.
    var model: String? { get }

    /// The schema version that the rows must have.
    var schemaVersion: Int { get }

    /// The definition that the model must have; `nil` if it is not known.
    var definition: ProjectionDefinition? { get }

    /// The checkpoint at the log's head, which a model that is up to date has.
    ///
    /// A model in another state is brought up to date. Without the checkpoint, so is every model.
    ///
    /// - Returns: The checkpoint; `nil` if the log is empty, or the model is not that of its head.
    /// - Throws: ``EventStoreError`` if the log cannot be read.
    func currentCheckpoint() async throws -> Checkpoint?

    /// Applies the log up to its head.
    ///
    /// - Returns: The position that the model has reached, at least the head at the time of the call.
    /// - Throws: ``EventStoreError``, with code ``EventStoreError/Code/projectionHalted`` if the projection halted
    ///   before the head.
    func bringUpToDate() async throws -> Position

    /// Discards the tables in which damage was found, so that they are rebuilt from the log.
    ///
    /// Tables that have replaced them since are kept.
    ///
    /// - Parameter error: The damage. Its cause is the ``ReadModelDamage`` that identifies the tables.
    /// - Throws: ``EventStoreError`` if the store cannot be written.
    func discard(because error: EventStoreError) async throws
}

extension ReadModelUpdating {
    /// `nil`: the name is not known.
    public var model: String? { nil }

    /// `nil`: the definition is not known.
    public var definition: ProjectionDefinition? { nil }

    /// `nil`: the model is brought up to date.
    public func currentCheckpoint() async throws -> Checkpoint? { nil }
}
