import Logging
public import Nacre

extension Runtime {
    /// What goes along with the log: the projections, and the process managers.
    ///
    /// They may be run, as services of `NacreServices` for example, and need not be: read models are brought up to date
    /// when they are asked, process managers by ``react(progress:)``.
    public var followers: [any LogFollower] {
        (projectors.map(\.runner) as [any LogFollower]) + (processRunners as [any LogFollower])
    }

    /// How far each projection has come, without bringing any up to date.
    ///
    /// - Returns: The projections, in the order in which they are brought up to date.
    /// - Throws: `EventStoreError` where the log or the read models cannot be read.
    public func projections() async throws -> [ProjectionStatus] {
        var list: [ProjectionStatus] = []
        for projector in projectors { list.append(try await projector.runner.status()) }
        return list
    }

    /// Brings read models up to the head of the log.
    ///
    /// A projection that halts, or whose read model a newer program or another projection has made, does not stop the
    /// others; the logger of the options says so, and ``projections()`` shows it.
    ///
    /// - Parameters:
    ///   - names: The names of the projections; `nil` for all.
    ///   - progress: Is given how far all of them together have come, and the head.
    /// - Returns: What kept projections from the head, empty where all have come there.
    /// - Throws: `EventStoreError`: `invalidArgument` where there is no projection of a name; otherwise where the log or the
    ///   read models cannot be read or written.
    @discardableResult
    public func catchUp(
        only names: [String]? = nil, progress: ((_ applied: Position, _ head: Position) -> Void)? = nil
    ) async throws -> [EventStoreError] {
        let chosen = try names.map { try $0.map(projector) } ?? projectors
        var halts: [EventStoreError] = []
        for (index, projector) in chosen.enumerated() {
            do {
                _ = try await projector.runner.catchUpMending { [count = UInt64(chosen.count)] applied, head in
                    progress?((UInt64(index) * head + applied) / count, head)
                }
            } catch let error as EventStoreError
                where [.projectionHalted, .newerReadModel, .otherProjection].contains(error.code)
            {
                halts.append(error)
                tell(halt: error)
            }
        }
        return halts
    }

    /// Waits until a projection has applied the log up to a position, so that who has appended there reads it.
    ///
    /// It does not matter which process applies what is missing.
    ///
    /// - Parameters:
    ///   - name: The name of the projection.
    ///   - position: The position, such as that of an append.
    /// - Throws: `EventStoreError`: `invalidArgument` where there is no such projection, `projectionHalted` where it is
    ///   halted before that position, `noSuchPosition` where the position is beyond the head; otherwise where the log
    ///   or the read models cannot be read or written. `CancellationError` where the task is cancelled.
    public func wait(for name: String, atLeast position: Position) async throws {
        try await projector(name).runner.wait(atLeast: position)
    }

    /// Makes a read model anew from the whole log, beside the live one, which it replaces when it has caught up.
    ///
    /// What was interrupted goes on where it was.
    ///
    /// - Parameters:
    ///   - name: The name of its projection.
    ///   - progress: Is given the position applied and the head.
    ///   - report: Is given how the live model differs, before it is replaced; it must be quick.
    /// - Returns: The position that was reached.
    /// - Throws: `EventStoreError`: `invalidArgument` where there is no such projection, `projectionHalted` where an
    ///   event cannot be applied; otherwise where the log or the read models cannot be read or written.
    @discardableResult
    public func rebuild(
        projection name: String, progress: ((_ applied: Position, _ head: Position) -> Void)? = nil,
        report: (@Sendable (ReadModelDifference) -> Void)? = nil
    ) async throws -> Position {
        try await projector(name).runner.rebuild(progress: progress, report: report)
    }

    /// Tries the event that halts a projection again, and goes on.
    ///
    /// - Parameters:
    ///   - name: The name of the projection; one that is not halted catches up.
    ///   - progress: Is given the position applied and the head.
    /// - Returns: The position that was reached.
    /// - Throws: `EventStoreError`: `invalidArgument` where there is no such projection, `projectionHalted` where an
    ///   event cannot be applied; otherwise where the log or the read models cannot be read or written.
    @discardableResult
    public func retry(
        projection name: String, progress: ((_ applied: Position, _ head: Position) -> Void)? = nil
    ) async throws -> Position {
        try await projector(name).runner.retry(progress: progress)
    }

    /// Has a projection pass over the event that halts it, for good, and goes on.
    ///
    /// - Parameters:
    ///   - position: The position before which the projection halts.
    ///   - name: The name of the projection.
    ///   - reason: Why the event may be passed over, which the log keeps: 1 to `ProjectionSkip.reasonBytes` of UTF-8.
    ///   - progress: Is given the position applied and the head.
    /// - Returns: The position that was reached.
    /// - Throws: `EventStoreError`: `invalidArgument` where there is no such projection, or it does not halt there;
    ///   `projectionHalted` where another event cannot be applied; otherwise where the log or the read models cannot
    ///   be read or written.
    @discardableResult
    public func skip(
        _ position: Position, in name: String, reason: String,
        progress: ((_ applied: Position, _ head: Position) -> Void)? = nil
    ) async throws -> Position {
        try await projector(name).runner.skip(position, reason: reason, progress: progress)
    }

    /// The events that a projection passes over, in the order in which that was decided.
    ///
    /// - Parameter name: The name of the projection.
    /// - Returns: The skips of all its schema versions.
    /// - Throws: `EventStoreError`: `invalidArgument` where there is no such projection; otherwise where the log cannot
    ///   be read.
    public func skips(of name: String) async throws -> [ProjectionSkip] {
        try await projector(name).runner.skips()
    }

    /// Makes a read model anew beside the live one, and reports how the live one differs.
    ///
    /// The live model is not changed: it is compared where it stands. One that does not fit the log is not compared,
    /// and its misfit is returned. The other one then goes on to the head, which tells what would halt the projection,
    /// and is removed.
    ///
    /// - Parameters:
    ///   - name: The name of its projection.
    ///   - progress: Is given the position applied to the new model and the position of the live one.
    ///   - report: Is given each difference; it must be quick.
    /// - Returns: How far the live model had come, where it was compared; or why it was not.
    /// - Throws: `EventStoreError`: `invalidArgument` where there is no such projection; otherwise where the log or
    ///   the read models cannot be read or written.
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
