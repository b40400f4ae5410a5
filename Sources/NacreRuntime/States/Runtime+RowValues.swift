package import Nacre
import Synchronization

/// The values that the fields of a read model's row had.
package struct RowValues: Sendable {
    /// The values with their events: the present ones in the order of the row, or all in the order of the log.
    package let changes: [FieldChange]

    /// Whether the row exists.
    package let isPresent: Bool
}

extension Runtime {
    /// Finds the event that gave each field of a read model's row its value.
    ///
    /// The read model is built from the beginning of the log in a temporary place, and the row is compared after each
    /// event that wrote it.
    ///
    /// - Parameters:
    ///   - row: The name of the row, under which its projection decodes it.
    ///   - projection: The name of the projection.
    ///   - moment: The moment of the row; `nil` for the present.
    ///   - isComplete: Whether all values are wanted, not only the present ones.
    ///   - progress: Called with the applied position and the last one.
    /// - Returns: The values; `nil` if there never was such a row.
    /// - Throws: `EventStoreError`: `invalidArgument` if there is no such projection, or the fields of the row had too
    ///   many values; `noSuchPosition` if the position is beyond the head; `projectionHalted` if an event cannot be
    ///   applied; other codes if the log cannot be read. Errors of decoding a row.
    /// - Complexity: That of a rebuild.
    package func rowValues(
        of row: String, in projection: String, asOf moment: Moment? = nil, isComplete: Bool = false,
        progress: (@Sendable (_ applied: Position, _ position: Position) -> Void)? = nil
    ) async throws -> RowValues? {
        let projection = try projector(projection).projection
        let extent = try await extent(of: moment)
        let recorded = Mutex(RowHistory(of: row, in: projection, isComplete: isComplete))
        let observed = ObservedProjection(projection) { event, changes in
            let position = event.position
            recorded.withLock { $0.record(changes, at: position) }
        }
        try await storage.withScratchModels { [store] models in
            let past = PastReadModel(
                of: observed, at: extent.position, happenedBy: extent.happenedBy, in: store, models: models,
                progress: progress)
            _ = try await past.bringUpToDate()
        }
        let history = recorded.withLock { $0 }
        if let failure = history.failure { throw failure }
        guard history.hasExisted else { return nil }
        return RowValues(changes: try await changes(of: history), isPresent: history.isPresent)
    }

    private func changes(of history: RowHistory) async throws -> [FieldChange] {
        var changes: [FieldChange] = []
        var last: (position: Position, origin: FieldOrigin)?
        for value in history.values {
            if last?.position != value.position {
                last = (value.position, FieldOrigin(try await store.event(at: value.position)))
            }
            changes.append(FieldChange(path: value.path, json: value.json, origin: last?.origin))
        }
        return changes
    }
}
