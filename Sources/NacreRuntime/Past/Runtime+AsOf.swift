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
    /// unnamed temporary file, or in memory for an in-memory store. This takes as long as a rebuild of the same extent.
    /// Skipped events are skipped here too, including those skipped after that moment.
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
        let (position, time) = try await extent(of: moment)
        return try await storage.withScratchModels { [store, projectors] models in
            let past = projectors.map { projector in
                let model = PastReadModel(
                    of: projector.projection, at: position, happenedBy: time, in: store, models: models,
                    progress: progress)
                return ReadModels.Kept(projection: projector.projection, updater: model)
            }
            return try await body(ReadModels(in: models, past))
        }
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

    /// The position up to which a moment reads the log, and the limit on `time` for ``Moment/happened(by:)``.
    private func extent(of moment: Moment) async throws -> (position: Position, happenedBy: Instant?) {
        switch moment {
        case .time(let time):
            return (try await store.position(at: time), nil)
        case .happened(let time):
            return (try await store.head(), time)
        case .position(let position):
            let head = try await store.head()
            guard position <= head else { throw EventStoreError.noSuchPosition(position, head: head) }
            return (position, nil)
        }
    }
}
