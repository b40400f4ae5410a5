extension ProjectionRunner {
    /// Makes the read model anew beside the live one, up to the same position, and reports how the live one differs.
    ///
    /// The live model is not changed. Where it moves on meanwhile, the comparison moves with it.
    ///
    /// - Parameters:
    ///   - scratch: Another store of read models, in which the model is made anew; what it holds under the projection's
    ///     name is removed first, and what is made there is left.
    ///   - progress: Is told the position applied to the new model and the position of the live one.
    ///   - report: Is told each difference, ordered by table and key, on a thread of the runner's executor; it must be
    ///     quick, since it keeps a snapshot of the live model open.
    /// - Returns: The position at which the models were compared.
    /// - Throws: ``EventStoreError``: with code ``EventStoreError/Code/noSuchPosition`` where the live model was made of
    ///   another log, which ``catchUp(atLeast:progress:)`` mends; and what that throws.
    @discardableResult
    public func compare(
        rebuildingIn scratch: any ReadModelStore,
        progress: ((_ applied: Position, _ live: Position) -> Void)? = nil,
        report: @escaping @Sendable (ReadModelDifference) -> Void
    ) async throws -> Position {
        let anew = making(in: scratch)
        try await anew.write { try $0.removeAll() }
        while true {
            let live = try await comparableState()
            // Behind where the live model stands only after that was rebuilt: then the new one begins again, too.
            if try await anew.look().live.state.position > live.position {
                try await anew.write { try $0.removeAll() }
            }
            _ = try await anew.bringUp(to: live.position, isExact: true, head: live.position, progress: progress)
            if try await reportDifferences(to: scratch, inState: live, report) { return live.position }
        }
    }

    /// The state of the live model, which may be of another schema version, but must be of this log.
    private func comparableState() async throws -> ReadModelState? {
        let found = try await look().live
        guard let reason = try await misfit(of: found) else { return found.state }
        throw EventStoreError(
            found == .damaged ? .damaged : .noSuchPosition,
            "read model \(quoted(projection.name)) cannot be compared: \(reason): catch up first, which rebuilds it",
            position: found.state?.checkpoint.position)
    }

    /// Reports the differences, unless the live model has moved on: then it answers `false`.
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

extension Projection {
    /// Walks through all tables of two models side by side.
    func compare(
        _ live: any ReadModelReader, with rebuilt: any ReadModelReader, report: (ReadModelDifference) -> Void
    ) throws {
        for table in UInt8.min...UInt8.max { try compare(live, with: rebuilt, in: table, report: report) }
    }

    private func compare(
        _ live: any ReadModelReader, with rebuilt: any ReadModelReader, in table: UInt8,
        report: (ReadModelDifference) -> Void
    ) throws {
        var live = ReadModelRows(of: live, in: table)
        var rebuilt = ReadModelRows(of: rebuilt, in: table)
        while true {
            let (left, right) = (try live.current(), try rebuilt.current())
            guard let key = [left?.key, right?.key].compactMap(\.self).min(by: { $0.lexicographicallyPrecedes($1) })
            else { return }
            let (old, new) = (left?.key == key ? left?.value : nil, right?.key == key ? right?.value : nil)
            if old != nil { live.advance() }
            if new != nil { rebuilt.advance() }
            guard old != new else { continue }
            report(
                ReadModelDifference(table: table, key: key, live: old, rebuilt: new) {
                    describe(key: key, value: $0, in: table)
                })
        }
    }
}
