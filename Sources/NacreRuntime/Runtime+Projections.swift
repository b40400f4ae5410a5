import Logging
public import Nacre

extension Runtime {
    /// The followers of the log: the projections and the process managers.
    ///
    /// Running them, for example as services of `NacreServices`, is optional: a read brings its read model up to date,
    /// and ``react(progress:)`` runs the process managers.
    public var followers: [any LogFollower] {
        (projectors.map(\.runner) as [any LogFollower]) + (processRunners as [any LogFollower])
    }

    /// The status of each projection.
    ///
    /// None is brought up to date by this call.
    ///
    /// - Returns: The statuses, in the order in which projections are brought up to date.
    /// - Throws: `EventStoreError` if the log or the read models cannot be read.
    public func projections() async throws -> [ProjectionStatus] {
        var list: [ProjectionStatus] = []
        for projector in projectors { list.append(try await projector.runner.status()) }
        return list
    }

    /// Brings read models up to the head of the log.
    ///
    /// A projection does not stop the others if it halts, or if its read model was built by a newer program or by
    /// another projection. The error is logged, and ``projections()`` shows it.
    ///
    /// - Parameters:
    ///   - names: The names of the projections; `nil` for all.
    ///   - progress: Called with the overall progress, scaled to the head, and the head.
    /// - Returns: The errors of the projections that did not reach the head; empty if all did.
    /// - Throws: `EventStoreError`: `invalidArgument` if there is no projection of a given name; other codes if the log
    ///   or the read models cannot be read or written.
    @discardableResult
    public func catchUp(
        only names: [String]? = nil, progress: ((_ applied: Position, _ head: Position) -> Void)? = nil
    ) async throws -> [EventStoreError] {
        let chosen = try names.map { try $0.map(projector) } ?? projectors
        var halts: [EventStoreError] = []
        for (index, projector) in chosen.enumerated() {
            do {
                _ = try await projector.runner.catchUpRepairing { [count = UInt64(chosen.count)] applied, head in
                    // One progress over all projections, each of which counts for an equal part.
                    progress?((UInt64(index) * head + applied) / count, head)
                }
            } catch let error as EventStoreError
                where [.projectionHalted, .newerReadModel, .otherProjection].contains(error.code)
            {
                // The error concerns one projection only; the others continue.
                halts.append(error)
                tell(halt: error)
            }
        }
        return halts
    }

    /// Waits until a projection has applied the log up to a position: read-your-own-writes.
    ///
    /// Any process may apply the missing events.
    ///
    /// - Parameters:
    ///   - name: The name of the projection.
    ///   - position: The position, typically that of an append.
    /// - Throws: `EventStoreError`: `invalidArgument` if there is no such projection; `projectionHalted` if it is
    ///   halted before that position; `noSuchPosition` if the position is beyond the head; other codes if the log or
    ///   the read models cannot be read or written. `CancellationError` if the task is cancelled.
    public func wait(for name: String, atLeast position: Position) async throws {
        try await projector(name).runner.wait(atLeast: position)
    }

    /// Rebuilds a read model from the whole log beside the live one, and swaps them when the new one has caught up.
    ///
    /// An interrupted rebuild resumes where it stopped.
    ///
    /// - Parameters:
    ///   - name: The name of its projection.
    ///   - progress: Called with the applied position and the head.
    ///   - report: Called with each difference from the live model before the swap; it must return quickly.
    /// - Returns: The applied position.
    /// - Throws: `EventStoreError`: `invalidArgument` if there is no such projection; `projectionHalted` if an event
    ///   cannot be applied; other codes if the log or the read models cannot be read or written.
    @discardableResult
    public func rebuild(
        projection name: String, progress: ((_ applied: Position, _ head: Position) -> Void)? = nil,
        report: (@Sendable (ReadModelDifference) -> Void)? = nil
    ) async throws -> Position {
        try await projector(name).runner.rebuild(progress: progress, report: report)
    }

    /// Retries the event that halts a projection, then catches up.
    ///
    /// - Parameters:
    ///   - name: The name of the projection; one that is not halted catches up.
    ///   - progress: Called with the applied position and the head.
    /// - Returns: The applied position.
    /// - Throws: `EventStoreError`: `invalidArgument` if there is no such projection; `projectionHalted` if an event
    ///   cannot be applied; other codes if the log or the read models cannot be read or written.
    @discardableResult
    public func retry(
        projection name: String, progress: ((_ applied: Position, _ head: Position) -> Void)? = nil
    ) async throws -> Position {
        try await projector(name).runner.retry(progress: progress)
    }

    /// Makes a projection skip the event that halts it permanently, then catches up.
    ///
    /// - Parameters:
    ///   - position: The position at which the projection is halted.
    ///   - name: The name of the projection.
    ///   - reason: Why the event is skipped, recorded in the log: 1 to `ProjectionSkip.reasonBytes` bytes of UTF-8.
    ///   - progress: Called with the applied position and the head.
    /// - Returns: The applied position.
    /// - Throws: `EventStoreError`: `invalidArgument` if there is no such projection, or it is not halted at that
    ///   position; `projectionHalted` if another event cannot be applied; other codes if the log or the read models
    ///   cannot be read or written.
    @discardableResult
    public func skip(
        _ position: Position, in name: String, reason: String,
        progress: ((_ applied: Position, _ head: Position) -> Void)? = nil
    ) async throws -> Position {
        try await projector(name).runner.skip(position, reason: reason, progress: progress)
    }

    /// The events that a projection skips, in the order in which the skips were recorded.
    ///
    /// - Parameter name: The name of the projection.
    /// - Returns: The skips of all its schema versions.
    /// - Throws: `EventStoreError`: `invalidArgument` if there is no such projection; other codes if the log cannot be
    ///   read.
    public func skips(of name: String) async throws -> [ProjectionSkip] {
        try await projector(name).runner.skips()
    }

    /// Rebuilds a read model beside the live one and reports how they differ.
    ///
    /// The live model does not change; the comparison is made at its position. A live model that does not fit the log
    /// is not compared, and the status names the misfit. The rebuilt model then continues to the head, which shows
    /// whether an event would halt the projection, and is removed.
    ///
    /// - Parameters:
    ///   - name: The name of its projection.
    ///   - progress: Called with the applied position of the rebuilt model and the position of the live one.
    ///   - report: Called with each difference; it must return quickly.
    /// - Returns: The status: the position of the live model if it was compared, otherwise why it was not.
    /// - Throws: `EventStoreError`: `invalidArgument` if there is no such projection; `projectionHalted` if the rebuilt
    ///   model halts before an event that the live one has applied; other codes if the log or the read models cannot be
    ///   read or written.
    @discardableResult
    public func compare(
        projection name: String, progress: ((_ applied: Position, _ live: Position) -> Void)? = nil,
        report: @escaping @Sendable (ReadModelDifference) -> Void
    ) async throws -> ProjectionStatus {
        let projector = try projector(name)
        let found = try await projector.runner.status()
        guard found.misfit == nil else { return found }
        let compared = try await storage.withScratchModels { scratch in
            try await projector.compare(rebuildingIn: scratch, progress: progress, report: report)
        }
        if let halt = compared.halt { tell(halt: halt.error(of: name)) }
        return compared
    }

    private func tell(halt: EventStoreError) {
        logger.error("\(halt.message)", metadata: halt.position.map { ["position": "\($0)"] })
    }

    func projector(_ name: String) throws -> Projector {
        guard let projector = projectors.first(where: { $0.name == name }) else {
            throw EventStoreError.unknown("projection", name, among: models.names)
        }
        return projector
    }
}
