package import Nacre

extension Runtime {
    /// The maximum number of rows whose events are held in memory at once.
    package static let heldDifferences = 131_072

    /// The number of differences that are read at once.
    private static let readDifferences = 1_024

    /// Finds the rows in which a read model differs between two moments, and the events that changed them.
    ///
    /// Both read models are built from the log in temporary stores, and the events between the moments are applied again
    /// to observe the rows. The events of a number of rows are held in memory; for more rows, the events are applied
    /// again.
    ///
    /// - Parameters:
    ///   - name: The name of the projection.
    ///   - earlier: The earlier moment.
    ///   - later: The later moment; `nil` for the present.
    ///   - held: The maximum number of rows whose events are held in memory.
    ///   - progress: Called while a model is built, with the applied position and the position at which the build ends.
    ///   - body: Called with each difference, ordered by table and key. Returns whether to continue.
    /// - Throws: `EventStoreError`: `invalidArgument` if there is no such projection or the moments are not in order;
    ///   `noSuchPosition` if a position is beyond the head; `projectionHalted` if the projection halts at an event up to
    ///   the later moment; other codes if the log cannot be read or the temporary files cannot be written. Errors of
    ///   decoding a row, and of `body`.
    package func forEachRowDifference(
        of name: String, from earlier: Moment, to later: Moment?, held: Int = heldDifferences,
        progress: (@Sendable (_ applied: Position, _ position: Position) -> Void)? = nil,
        _ body: (RowDifference, RowOrigins) async throws -> Bool
    ) async throws {
        // FEAT-50: A difference of read models names the events after which the row changed.
        let span = try await span(from: earlier, to: later)
        try await asOf(span.earlier.moment, progress: progress) { before in
            try await asOf(span.later.moment, progress: progress) { after in
                var last: RowDifference.Place?
                let moves = try await after.moves(of: name, from: before)
                while true {
                    let places = try await after.differingPlaces(
                        of: name, from: before, after: last, limit: held, joining: moves)
                    guard !places.isEmpty else { return }
                    let recorder = RowOriginRecorder(of: places, joining: moves)
                    try await observe(recorder, name, in: span, progress)
                    try recorder.requireDecoded()
                    var rest = places.count
                    while rest > 0 {
                        let differences = try await after.differences(
                            of: name, from: before, after: last, limit: min(rest, Self.readDifferences), joining: moves
                        )
                        guard !differences.isEmpty else { return }
                        for difference in differences {
                            guard try await body(difference, recorder[difference.place]) else { return }
                        }
                        last = differences.last?.place
                        rest -= differences.count
                    }
                }
            }
        }
    }

    /// Applies the events of a span to the read model of the earlier moment; by the time of events, to an empty one.
    private func observe(
        _ recorder: RowOriginRecorder, _ name: String, in span: Span,
        _ progress: (@Sendable (Position, Position) -> Void)?
    ) async throws {
        let observed = recorder.observe(try projector(name).projection, in: span)
        func apply(to models: any ReadModelStore) async throws {
            let model = PastReadModel(
                of: observed, at: span.later.position, happenedBy: span.later.happenedBy, in: store, models: models,
                progress: progress)
            _ = try await model.bringUpToDate()
        }
        guard span.isContinuation else { return try await storage.withScratchModels { try await apply(to: $0) } }
        try await asOf(span.earlier.moment, progress: progress) { before in
            _ = try await before.updater(of: name).bringUpToDate()
            try await apply(to: before.store)
        }
    }
}
