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
    /// The live model is brought up to date first, as far as its projection comes, and otherwise not changed. The
    /// other one is removed afterwards.
    ///
    /// - Parameters:
    ///   - name: The name of its projection.
    ///   - progress: Is told the position applied to the new model and the position of the live one.
    ///   - report: Is told each difference; it must be quick.
    /// - Returns: The position at which the models were compared.
    /// - Throws: `EventStoreError`: `invalidArgument` where there is no such projection; otherwise where the log or
    ///   the read models cannot be read or written.
    @discardableResult
    public func compare(
        projection name: String, progress: ((_ applied: Position, _ live: Position) -> Void)? = nil,
        report: @escaping @Sendable (ReadModelDifference) -> Void
    ) async throws -> Position {
        let projector = try projector(name)
        do {
            _ = try await projector.bringUpToDate()
        } catch let error as EventStoreError where error.code == .projectionHalted {
            tell(halt: error)
        }
        let scratch = try await Self.blocking.run { [makeScratch] in try makeScratch() }
        let outcome: Result<Position, any Error>
        do {
            outcome = .success(
                try await projector.runner.compare(rebuildingIn: scratch.store, progress: progress, report: report))
        } catch {
            outcome = .failure(error)
        }
        try await Self.blocking.run { try scratch.remove() }
        return try outcome.get()
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
