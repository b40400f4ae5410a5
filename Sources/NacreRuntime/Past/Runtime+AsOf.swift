public import DomainKit
public import Nacre

extension Runtime {
    /// Queries the read models as of a past moment; the live read models do not change.
    ///
    /// ```swift
    /// let before = try await runtime.asOf(.position(1_000)) { past in
    ///     try await past[Spending.self].read { try $0.customers.row(at: "ada") }
    /// }
    /// ```
    ///
    /// Each read model is built on its first use: today's projection is applied to the log up to that moment, in an
    /// unnamed temporary file, or in memory for an in-memory store. It starts at the nearest kept state that fits
    /// (``keepStates(of:every:limits:progress:)``), or else at the beginning, which takes as long as a rebuild of the
    /// same extent. A kept state that does not fit is reported to the logger. Skipped events are skipped here too, including those skipped after that moment.
    ///
    /// - Parameters:
    ///   - moment: The moment; a time in the future means now.
    ///   - progress: Called while a model is built, with the applied position and the position at which the build ends.
    ///   - body: Runs the queries. Its argument is invalid after `body` returns.
    /// - Returns: What `body` returns.
    /// - Throws: `EventStoreError`: `noSuchPosition` if the position is beyond the head; `projectionHalted` if a
    ///   projection halts at an event up to that moment; other codes if the log cannot be read or the temporary file
    ///   cannot be written. Rethrows errors of `body`.
    public func asOf<Result>(
        _ moment: Moment, progress: (@Sendable (_ applied: Position, _ position: Position) -> Void)? = nil,
        _ body: (ReadModels) async throws -> Result
    ) async throws -> Result {
        // PROJ-35: A past state of a read model is built by the current projection.
        let extent = try await extent(of: moment)
        return try await storage.withScratchModels(
            from: try await starts(of: extent), notice: pass(over:because:)
        ) { [store, projectors] models in
            let past = projectors.map { projector in
                let model = PastReadModel(
                    of: projector.projection, at: extent.position, happenedBy: extent.happenedBy, in: store,
                    models: models, progress: progress)
                return ReadModels.Kept(projection: projector.projection, updater: model)
            }
            return try await body(ReadModels(in: models, past))
        }
    }

    /// The kept states with which the read models of an extent may start.
    private func starts(of extent: Extent) async throws -> [KeptStart] {
        // A kept state has all events up to its position, whenever they happened.
        guard extent.happenedBy == nil, try await !keptStates().isEmpty else { return [] }
        var starts: [KeptStart] = []
        for projector in projectors { starts += try await self.starts(of: projector, upTo: extent.position) }
        return starts
    }

    /// When the log begins, if it begins after the moment.
    ///
    /// Results as of such a moment are empty only because nothing had been recorded yet.
    ///
    /// - Parameter moment: The moment.
    /// - Returns: When the first event was recorded; for ``Moment/happened(by:)``, when it happened. `nil` if an event
    ///   exists at the moment, the log is empty, or the moment is a position.
    /// - Throws: `EventStoreError` if the log cannot be read.
    public func beginning(after moment: Moment) async throws -> Instant? {
        switch moment {
        case .position: return nil
        case .time(let time): return try await store.beginning().flatMap { $0 > time ? $0 : nil }
        case .happened(let time): return try await store.earliestTime(after: time)
        }
    }

    /// The first event that a projection applies, if a moment sees none of them.
    ///
    /// - Parameters:
    ///   - projection: The name of the projection.
    ///   - moment: The moment.
    /// - Returns: The event; `nil` if the moment sees one, or there is none.
    /// - Throws: `EventStoreError`: `invalidArgument` if there is no such projection; other codes if the log cannot be
    ///   read.
    package func firstEvent(of projection: String, after moment: Moment) async throws -> RecordedEvent? {
        try await first(of: store.readLog(matching: projector(projection).projection.query), after: moment)
    }

    /// The first event of a stream, if a moment sees none of them.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - moment: The moment.
    /// - Returns: The event; `nil` if the moment sees one, or there is none.
    /// - Throws: `EventStoreError` if the log cannot be read.
    package func firstEvent(of stream: StreamName, after moment: Moment) async throws -> RecordedEvent? {
        try await first(of: store.read(stream), after: moment)
    }

    private func first(of events: EventSequence, after moment: Moment) async throws -> RecordedEvent? {
        // Before all events, nothing is expected.
        guard moment != .position(0) else { return nil }
        let extent = try await extent(of: moment)
        var first: RecordedEvent?
        for try await event in events {
            if event.position <= extent.position, extent.includes(event) { return nil }
            first = first ?? event
            // Only what happened is not in the order of the log.
            if extent.happenedBy == nil { break }
        }
        return first
    }
}
