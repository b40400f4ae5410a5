package import DomainKit
package import Nacre

extension Runtime {
    /// Plans edits of the log, without writing anything.
    ///
    /// - Parameters:
    ///   - edits: The edits.
    ///   - progress: Called with the position read and the head.
    /// - Returns: The edited history, up to the present head.
    /// - Throws: `EventStoreError`: `noSuchPosition` if an edit names a position that the log does not have;
    ///   `idempotencyMismatch` if an inserted event has the id of another one; `invalidArgument` if edits contradict
    ///   each other, an inserted event is not within the limits, or the log is not mapped; other codes if it cannot be
    ///   read. `CancellationError`.
    /// - Complexity: O(*n*) in the events of the log.
    package func edited(
        by edits: [HistoryEdit], progress: (_ read: Position, _ head: Position) -> Void = { _, _ in }
    ) async throws -> EditedHistory {
        try await EditedHistory.planned(edits, of: storage, progress: progress)
    }

    /// Checks edits as far as that is possible without reading the log.
    ///
    /// - Parameter edits: The edits.
    /// - Throws: `EventStoreError` as ``edited(by:progress:)``.
    package func check(_ edits: [HistoryEdit]) async throws {
        try await EditedHistory.check(edits, of: storage)
    }

    /// The schema version in which events of a type are written today; `nil` if no projection knows the type.
    package func currentSchema(of type: EventType) -> Int? {
        projectors.lazy.compactMap { $0.projection.currentSchema(of: type) }.first
    }

    /// The names of the projections whose read models may be others with the edits, in the order of declaration.
    package func projections(changedBy history: EditedHistory) -> [String] {
        // A projection's own stream says which events it skips.
        guard !history.streams.names.contains(where: \.isReserved) else { return models.names }
        let categories = Set(history.streams.names.map { StreamName($0.category) })
        return projectors.filter { projector in
            guard let items = projector.projection.query.items else { return !categories.isEmpty }
            return items.contains { item in
                item.categories.isEmpty
                    ? !categories.isEmpty : item.categories.contains { categories.contains(StreamName($0)) }
            }
        }.map(\.name)
    }

    /// Calls a closure with the rows in which a read model would be another one with the edits.
    ///
    /// The recorded rows are those at the head of the history. They are read from the live read model; if that has later
    /// events, the read model of the head is built in a temporary place.
    ///
    /// - Parameters:
    ///   - name: The name of the projection.
    ///   - history: The edited history.
    ///   - held: The maximum number of rows that are held in memory.
    ///   - progress: Called while a model is built, with the applied place and the last one.
    ///   - body: Called with each row, ordered by table and key.
    /// - Returns: Whether the projection halts in the edited history.
    /// - Throws: `EventStoreError`: `projectionHalted` if the projection halts in the recorded history; otherwise as
    ///   ``withModel(of:editedBy:progress:_:)``. Errors of decoding a row, and of `body`.
    package func forEachRowDifference(
        of name: String, editedBy history: EditedHistory, held: Int = 1_024,
        progress: (@Sendable (_ applied: Position, _ count: Position) -> Void)? = nil,
        _ body: (RowDifference) async throws -> Void
    ) async throws -> EditedModel<Void> {
        let head = history.head
        return try await withModel(of: name, editedBy: history, progress: progress) { supposed in
            var last: RowDifference.Place?
            func list(from recorded: ReadModels) async throws {
                let moves = try await supposed.moves(of: name, from: recorded, notBeyond: head)
                @Sendable func read(after place: RowDifference.Place?) async throws -> [RowDifference] {
                    try await supposed.differences(
                        of: name, from: recorded, after: place, limit: held, joining: moves, notBeyond: head)
                }
                var found = try await read(after: last)
                while let end = found.last {
                    try Task.checkCancellation()
                    // The next rows are read while these are passed on.
                    let isLast = found.count < held
                    async let following = isLast ? [] : read(after: end.place)
                    for difference in found {
                        last = difference.place
                        try await body(difference)
                    }
                    found = try await following
                }
            }
            if try await store.head() == head {
                do { return try await list(from: models) } catch is LaterReadModel {}
            }
            try await asOf(.position(head), progress: progress) { try await list(from: $0) }
        }
    }

    /// Queries a read model as it would be with the edits, built in a temporary place.
    ///
    /// - Parameters:
    ///   - name: The name of the projection.
    ///   - history: The edited history.
    ///   - progress: Called with the applied place and the last one.
    ///   - body: Called with the read models, of which only this one is there.
    /// - Returns: The result of `body`, or why the projection halts.
    /// - Throws: `EventStoreError`: `invalidArgument` if there is no such projection; other codes if the log cannot be
    ///   read or the temporary file cannot be written. Errors of `body`.
    package func withModel<Result>(
        of name: String, editedBy history: EditedHistory,
        progress: (@Sendable (_ applied: Position, _ count: Position) -> Void)? = nil,
        _ body: (ReadModels) async throws -> Result
    ) async throws -> EditedModel<Result> {
        let projection = RenumberedProjection(base: try projector(name).projection, history: history)
        let store = EditedStore(history, now: storage.time.now())
        return try await storage.withScratchModels { models in
            let past = PastReadModel(
                of: projection, at: history.count, in: store, models: models, progress: progress)
            do {
                _ = try await past.bringUpToDate()
            } catch let error as EventStoreError where error.code == .projectionHalted {
                guard let halt = try models.read(name, { try $0.state()?.halt }) else { throw error }
                return .halted(before: history.position(at: halt.position), reason: halt.reason)
            }
            return .complete(try await body(ReadModels(in: models, [.init(projection: projection, updater: past)])))
        }
    }

    /// Judges the events of the edited streams, and reports those that only the edits make refused.
    ///
    /// - Parameters:
    ///   - history: The edited history.
    ///   - streams: The maximum number of edited streams that are read one by one. If there are more, the log is read
    ///     in its order, once for each share of them.
    ///   - states: About how many streams have their states in memory, at least 1: as many are in a share.
    ///   - batch: How much of the log is read before it is judged.
    ///   - progress: Called with the number of streams or events that are read, and of how many.
    ///   - refused: Called with each event that the rules refuse, unless they refuse it in the recorded history too:
    ///     stream by stream in byte order, or share by share in the order of the edited history. Its position is that
    ///     by which it is known, its version that in the edited history.
    /// - Returns: What was judged in the edited streams, and what was not.
    /// - Throws: `EventStoreError` if the log cannot be read; errors of `refused`.
    /// - Complexity: O(*n*) in the events of the edited streams, or in those of the log if there are many.
    package func checkRules(
        of history: EditedHistory, oneByOne streams: Int = 256, states: Int = checkedStates / 2,
        batch: RuleBatch = RuleBatch(),
        progress: (_ read: UInt64, _ all: UInt64) -> Void = { _, _ in },
        report refused: (RecordedEvent, Refusal) throws -> Void
    ) async throws -> RuleSummary {
        var rules = EditedRules(in: self, history)
        if history.streams.count <= streams {
            try await rules.judgeStreams(progress: progress, report: refused)
        } else {
            try await rules.judgeLog(states: states, batch: batch, progress: progress, report: refused)
        }
        return rules.summary
    }
}

/// The outcome of building a read model from an edited history.
package enum EditedModel<Result> {
    /// The read model is complete.
    case complete(Result)

    /// The projection cannot apply the event at this position.
    case halted(before: Position, reason: String)
}
