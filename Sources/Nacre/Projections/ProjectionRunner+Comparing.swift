extension ProjectionRunner {
    /// Rebuilds the read model in a scratch store up to the position of the live one, and reports the differences.
    ///
    /// The live model is not changed. If it advances meanwhile, the comparison is repeated at its new position.
    ///
    /// - Parameters:
    ///   - scratch: A separate store of read models to rebuild the model in. What it holds under the projection's
    ///     name is removed first; the rebuilt model is left there.
    ///   - progress: Called with the position applied to the rebuilt model and the position of the live one.
    ///   - report: Called with each difference, ordered by table and key, on a thread of the runner's executor. It
    ///     must return quickly, because a snapshot of the live model is open meanwhile.
    /// - Returns: The position at which the models were compared.
    /// - Throws: ``EventStoreError``, with code ``EventStoreError/Code/noSuchPosition`` if the live model was built
    ///   from another log, which ``catchUp(atLeast:progress:)`` repairs, or
    ///   ``EventStoreError/Code/projectionHalted`` if the rebuilt model halts before an event that the live one has
    ///   applied; errors of ``catchUp(atLeast:progress:)``.
    @discardableResult
    public func compare(
        rebuildingIn scratch: any ReadModelStore,
        progress: ((_ applied: Position, _ live: Position) -> Void)? = nil,
        report: @escaping @Sendable (ReadModelDifference) -> Void
    ) async throws -> Position {
        let rebuilt = copy(in: scratch)
        try await rebuilt.write { try $0.removeAll() }
        while true {
            let live = try await comparableState()
            // The live model can only be behind the scratch model if it was rebuilt, so the scratch model starts
            // again too.
            if try await rebuilt.find().live.state.position > live.position {
                try await rebuilt.write { try $0.removeAll() }
            }
            do {
                _ = try await rebuilt.bringUp(to: live.position, isExact: true, head: live.position, progress: progress)
            } catch let error as EventStoreError where error.code == .projectionHalted {
                let halt = try await rebuilt.find().live.state?.halt
                throw halt?.comparisonError(of: projection.name, cause: error.cause) ?? error
            }
            // If the live model advanced meanwhile, advance the scratch model to its new position and compare again.
            if try await reportDifferences(to: scratch, inState: live, report) { return live.position }
        }
    }

    /// The state of the live model.
    ///
    /// It may have another schema version but must be of this log.
    private func comparableState() async throws -> ReadModelState? {
        let found = try await find().live
        guard let reason = try await misfit(of: found) else { return found.state }
        throw EventStoreError(
            found == .damaged ? .damaged : .noSuchPosition,
            "read model \(quoted(projection.name)) cannot be compared: \(reason): catch up first, which rebuilds it",
            position: found.state?.checkpoint.position)
    }

    /// Reports the differences.
    ///
    /// Returns `false` if the live model has advanced.
    private func reportDifferences(
        to scratch: any ReadModelStore, inState state: ReadModelState?,
        _ report: @escaping @Sendable (ReadModelDifference) -> Void
    ) async throws -> Bool {
        try await executor.run { [models, projection] in
            try models.read(projection.name) { live in
                guard try live.state() == state else { return false }
                try scratch.read(projection.name) { try projection.compare(live, with: $0, report: report) }
                return true
            }
        }
    }
}

extension ProjectionHalt {
    /// The error for a comparison that the halt ends.
    ///
    /// It names no halted projection: the live model is not halted, so a retry or a skip would not help.
    fileprivate func comparisonError(of projection: String, cause: (any Error)?) -> EventStoreError {
        EventStoreError(
            .projectionHalted,
            """
            read model \(quoted(projection)) cannot be compared: its rebuild halts before position \(position), which the \
            live model has applied: \(reason): fix the projection and compare again
            """,
            position: position, cause: cause)
    }
}

extension Projection {
    /// Compares all tables of two models row by row.
    func compare(
        _ live: any ReadModelReader, with rebuilt: any ReadModelReader, report: (ReadModelDifference) -> Void
    ) throws {
        // All tables, declared or not: rows that should not exist are differences too.
        for table in UInt8.min...UInt8.max {
            try live.forEachDifference(from: rebuilt, in: table) { key, old, new in
                report(
                    ReadModelDifference(table: table, key: key, live: old, rebuilt: new) {
                        describe(key: key, value: $0, in: table)
                    })
                return true
            }
        }
    }
}
