public import DomainKit
public import Nacre

extension Runtime {
    /// Asks the read models as they were at a moment of the past, while the live ones stay as they are.
    ///
    /// ```swift
    /// let spent = try await runtime.asOf(.position(1_000)) { past in
    ///     try await past[Spending.self].read { try $0.customers.row(at: "ada") }
    /// }
    /// ```
    ///
    /// Each is made of the log up to that moment, by the projections of today, when it is first asked for: in a
    /// temporary file without a name, or in memory where the store is. That takes as long as rebuilding it
    /// that far. An event that was decided to be passed over is passed over, also where that was decided later.
    ///
    /// - Parameters:
    ///   - moment: The moment; a time that is still to come is now.
    ///   - progress: Is given the position applied to a model that is being made, and the one at which it ends.
    ///   - body: Asks; what it is handed cannot be used when it has returned.
    /// - Returns: What `body` returns.
    /// - Throws: `EventStoreError`: `noSuchPosition` where the position is beyond the head; `projectionHalted` where
    ///   what is asked for cannot be made, because of an event up to that moment; otherwise where the log cannot be
    ///   read or the temporary file not be written. What `body` throws.
    public func asOf<Result>(
        _ moment: Moment, progress: (@Sendable (_ applied: Position, _ position: Position) -> Void)? = nil,
        _ body: (ReadModels) async throws -> Result
    ) async throws -> Result {
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

    /// When the log begins, if nothing was in it at a moment because it begins later: then whatever is asked as of that
    /// moment is empty, and that says nothing of what was so.
    ///
    /// - Parameter moment: The moment.
    /// - Returns: When the first event was recorded, or, where what had happened is asked for, when it happened; `nil` where
    ///   there was something at the moment, the log is empty, or the moment is a position.
    /// - Throws: `EventStoreError` where the log cannot be read.
    public func beginning(after moment: Moment) async throws -> Instant? {
        switch moment {
        case .position: return nil
        case .time(let time): return try await store.beginning().flatMap { $0 > time ? $0 : nil }
        case .happened(let time): return try await store.firstHappening(after: time)
        }
    }

    /// Up to which position the events of a moment stand, and by when they had happened, where that is asked for.
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
