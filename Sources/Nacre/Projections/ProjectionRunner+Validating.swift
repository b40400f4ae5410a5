extension ProjectionRunner {
    /// The tables that the runner must apply the log to.
    enum Place: Sendable {
        /// The live tables, in a state of this schema version, or new.
        case live(ReadModelState?)

        /// A shadow in a state of this schema version.
        ///
        /// The live tables are of an older version, or new.
        case shadow(ReadModelState, in: FoundModel)
    }

    /// Determines the tables to apply the log to.
    ///
    /// Tables that do not fit the log are discarded; if the live tables are of an older schema version, a shadow is
    /// started. A notice is sent for both.
    ///
    /// - Returns: The tables.
    /// - Throws: ``EventStoreError``, with code ``EventStoreError/Code/newerReadModel`` if a newer program built the
    ///   model or is building it, or with code ``EventStoreError/Code/otherProjection`` if another projection of this
    ///   name and schema version built it.
    func place() async throws -> Place {
        while true {
            let found = try await find()
            // Checked before the schema version: a model that does not fit the log is unusable in every version.
            if try await discardMisfit(in: found) { continue }
            let (live, shadow) = (found.live.state, found.shadow.state)
            if let live, live.schemaVersion == projection.schemaVersion {
                guard try await isOwn(.live, in: found) else { continue }
                return .live(live)
            }
            if let newer = [live, shadow].compactMap(\.?.schemaVersion).max(), newer > projection.schemaVersion {
                throw newerReadModel(newer)
            }
            if let shadow, shadow.schemaVersion == projection.schemaVersion {
                guard try await isOwn(.shadow, in: found) else { continue }
                return .shadow(shadow, in: found)
            }
            // There is no older model to serve reads meanwhile, so a first model is filled in place.
            guard let live else { return .live(nil) }
            if try await beginShadow(in: found) {
                notify(.newSchema(found: live.schemaVersion, expected: projection.schemaVersion), at: live)
            }
        }
    }

    /// Reads the states of the read model.
    func find() async throws -> FoundModel {
        if let refusal { throw refusal }
        return try await executor.run { [models, name = projection.name] in
            try models.read(name) { try FoundModel($0) }
        }
    }

    /// Removes tables that do not fit the log, unless another runner changed them meanwhile.
    ///
    /// - Parameters:
    ///   - found: The states that were found.
    ///   - isConfirmed: Whether to also discard tables that have applied lost events.
    /// - Returns: Whether there were such tables, so that the model must be read again.
    /// - Throws: ``EventStoreError``: `eventsLost` if tables have applied events that the log of a durable store
    ///   lacks.
    func discardMisfit(in found: FoundModel, isConfirmed: Bool = false) async throws -> Bool {
        for tables in [LiveOrShadow.live, .shadow] {
            guard let reason = try await misfit(of: found.state(of: tables)) else { continue }
            if let loss = loss(reason, of: found.state(of: tables), tables), !isConfirmed { throw loss }
            let isDiscarded = try await write { writer in
                guard try FoundModel(writer) == found else { return false }
                // The live tables and the shadow may share a damaged state record. Removing the live tables then
                // removes the shadow too.
                try tables.writer(in: writer).removeAll()
                return true
            }
            if isDiscarded { notify(reason, at: found.state(of: tables).state, tables) }
            return true
        }
        return false
    }

    /// Why tables in a state do not fit the log; `nil` if they fit.
    ///
    /// The schema version is not considered.
    func misfit(of found: FoundState) async throws -> ProjectionNotice.Reason? {
        // PROJ-03: A checkpoint names the store, the position and the checksum of the block there.
        guard case .state(let state) = found else { return .damaged }
        guard let checkpoint = state?.checkpoint else { return nil }
        guard checkpoint.storeID == store.id else { return .otherStore(checkpoint.storeID) }
        do {
            return try await store.checkpoint(at: checkpoint.position) == checkpoint ? nil : .otherHistory
        } catch let error as EventStoreError where error.code == .noSuchPosition {
            return .aheadOfLog(head: try await store.head())
        }
    }

    func newerReadModel(_ version: Int) -> EventStoreError {
        // PROJ-27: A newer schema version wins.
        EventStoreError(
            .newerReadModel,
            """
            read model \(quoted(projection.name)) has schema version \(version), and this program's projection has \
            \(projection.schemaVersion): use the program that built it, or rebuild it with this one
            """)
    }

    func notify(_ reason: ProjectionNotice.Reason, at state: ReadModelState?, _ tables: LiveOrShadow = .live) {
        notice(
            ProjectionNotice(
                projection: projection.name, reason: reason, position: state?.checkpoint.position,
                isShadow: tables == .shadow))
    }
}
