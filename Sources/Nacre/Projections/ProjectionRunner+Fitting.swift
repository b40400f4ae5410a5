extension ProjectionRunner {
    /// Where the runner has to apply the log.
    enum Place: Sendable {
        /// To the live tables, which are in a state of this schema version, or new.
        case live(ReadModelState?)

        /// To a shadow in a state of this schema version, beside live tables that are of an older one, or new.
        case shadow(ReadModelState, in: FoundModel)
    }

    /// Finds the tables to which the log is to be applied: what does not fit it is discarded, and a shadow is begun
    /// where the live tables are of an older schema version; the notice says so.
    ///
    /// - Returns: The place.
    /// - Throws: ``EventStoreError``, with code ``EventStoreError/Code/newerReadModel`` where a newer program has made
    ///   the model or is about to; with code ``EventStoreError/Code/otherProjection`` where another projection of this
    ///   name and schema version has.
    func place() async throws -> Place {
        while true {
            let found = try await look()
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
            guard let live else { return .live(nil) }
            if try await beginShadow(in: found) {
                tell(.newSchema(found: live.schemaVersion, expected: projection.schemaVersion), at: live)
            }
        }
    }

    /// Looks at the states of the read model.
    func look() async throws -> FoundModel {
        if let refusal { throw refusal }
        return try await executor.run { [models, name = projection.name] in
            try models.read(name) { try FoundModel($0) }
        }
    }

    /// Removes the tables that do not fit the log, unless somebody else has changed them meanwhile.
    ///
    /// - Parameters:
    ///   - found: What was found of the model.
    ///   - isConfirmed: Whether tables that know lost events are discarded too.
    /// - Returns: Whether there were such tables, so that one has to look again.
    /// - Throws: ``EventStoreError``: `eventsLost` where tables know events that the log of a durable store lacks.
    func discardMisfit(in found: FoundModel, isConfirmed: Bool = false) async throws -> Bool {
        for side in [ModelSide.live, .shadow] {
            guard let reason = try await misfit(of: found.state(of: side)) else { continue }
            if let loss = loss(reason, of: found.state(of: side), side), !isConfirmed { throw loss }
            let isDiscarded = try await write { writer in
                guard try FoundModel(writer) == found else { return false }
                // Where the record is damaged, both are; what is left of a shadow goes with the live tables.
                try side.writer(in: writer).removeAll()
                return true
            }
            if isDiscarded { tell(reason, at: found.state(of: side).state, side) }
            return true
        }
        return false
    }

    /// Why tables in a state do not fit the log; `nil` where they do, of whatever schema version they are.
    func misfit(of found: FoundState) async throws -> ProjectionNotice.Reason? {
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
        EventStoreError(
            .newerReadModel,
            """
            read model \(quoted(projection.name)) is of schema version \(version), and this program's projection of \
            \(projection.schemaVersion): use the program that made it, or rebuild it with this one
            """)
    }

    func tell(_ reason: ProjectionNotice.Reason, at state: ReadModelState?, _ side: ModelSide = .live) {
        notice(
            ProjectionNotice(
                projection: projection.name, reason: reason, position: state?.checkpoint.position,
                isShadow: side == .shadow))
    }
}
