import Logging
public import Nacre

extension Kernel {
    /// How far each projection has come, without bringing any up to date.
    ///
    /// - Returns: The projections, in the order in which they are brought up to date.
    /// - Throws: `EventStoreError` where the log or the read models cannot be read.
    public func projections() async throws -> [ProjectionStatus] {
        var list: [ProjectionStatus] = []
        for projector in projectors { list.append(try await projector.status()) }
        return list
    }

    /// Brings all read models up to the head of the log.
    ///
    /// A projection that halts does not stop the others; the logger of the options says so, and
    /// ``projections()`` shows it.
    ///
    /// - Parameter progress: Is told how far all of them together have come, and the head.
    /// - Returns: What halted projections, empty where all have come to the head.
    /// - Throws: `EventStoreError` where the log or the read models cannot be read or written.
    @discardableResult
    public func catchUp(
        progress: ((_ applied: Position, _ head: Position) -> Void)? = nil
    ) async throws -> [EventStoreError] {
        var halts: [EventStoreError] = []
        for (index, projector) in projectors.enumerated() {
            do {
                _ = try await projector.catchUp { [count = UInt64(projectors.count)] applied, head in
                    progress?((UInt64(index) * head + applied) / count, head)
                }
            } catch let error as EventStoreError where error.code == .projectionHalted {
                halts.append(error)
                tell(halt: error)
            }
        }
        return halts
    }

    /// Makes a read model anew from the whole log.
    ///
    /// - Parameters:
    ///   - name: The name of its projection.
    ///   - progress: Is told the position applied and the head.
    /// - Returns: The position that was reached.
    /// - Throws: `EventStoreError`: `invalidArgument` where there is no such projection, `projectionHalted` where an
    ///   event cannot be applied; otherwise where the log or the read models cannot be read or written.
    @discardableResult
    public func rebuild(
        projection name: String, progress: ((_ applied: Position, _ head: Position) -> Void)? = nil
    ) async throws -> Position {
        try await projector(name).rebuild(progress: progress)
    }

    /// Makes a read model anew beside the live one, and reports how the live one differs.
    ///
    /// The live model is not changed: it is compared where it stands. One that does not fit the log is not compared,
    /// and its misfit is returned. The other one then goes on to the head, which tells what would halt the projection,
    /// and is removed.
    ///
    /// - Parameters:
    ///   - name: The name of its projection.
    ///   - progress: Is told the position applied to the new model and the position of the live one.
    ///   - report: Is told each difference; it must be quick.
    /// - Returns: How far the live model had come, where it was compared; or why it was not.
    /// - Throws: `EventStoreError`: `invalidArgument` where there is no such projection; otherwise where the log or
    ///   the read models cannot be read or written.
    @discardableResult
    public func compare(
        projection name: String, progress: ((_ applied: Position, _ live: Position) -> Void)? = nil,
        report: @escaping @Sendable (ReadModelDifference) -> Void
    ) async throws -> ProjectionStatus {
        let projector = try projector(name)
        let found = try await projector.status()
        guard found.misfit == nil else { return found }
        let scratch = try await Self.blocking.run { [makeScratch] in try makeScratch() }
        let outcome: Result<ProjectionStatus, any Error>
        do {
            outcome = .success(
                try await projector.compare(rebuildingIn: scratch.store, progress: progress, report: report))
        } catch {
            outcome = .failure(error)
        }
        try await Self.blocking.run { try scratch.remove() }
        let compared = try outcome.get()
        if let halt = compared.halt { tell(halt: halt) }
        return compared
    }

    private func tell(halt: EventStoreError) {
        logger.error("\(halt.message)", metadata: halt.position.map { ["position": "\($0)"] })
    }

    private func projector(_ name: String) throws -> Projector {
        guard let projector = projectors.first(where: { $0.name == name }) else {
            let names = projectors.map(\.name).joined(separator: ", ")
            throw EventStoreError(
                .invalidArgument, "there is no projection \(quoted(name)): there are \(names)", outcome: .notWritten)
        }
        return projector
    }
}
