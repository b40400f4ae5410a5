public import Nacre

/// A read model in the store that none of the program's projections keeps: another program's, or one of former times.
public struct ForeignReadModel: Hashable, Sendable {
    /// The name of the model, and of the projection that keeps it.
    public let name: String

    /// What is recorded with it: how far its projection has applied the log, by which schema version, and what halts it.
    public let state: ReadModelState
}

extension Runtime {
    /// The read models in the store that none of the program's projections keeps, with what is recorded of them.
    ///
    /// Whether they fit the log, and hold what they should, only the program knows that has their projections.
    ///
    /// - Returns: The models, in the order of their names' bytes; snapshots of states are none.
    /// - Throws: `EventStoreError` where the store of the read models cannot be read, or is damaged.
    public func foreignReadModels() async throws -> [ForeignReadModel] {
        let own = Set(models.names.map { [UInt8]($0.utf8) })
        return try await storage.withModels { store in
            try store.names().filter { !own.contains([UInt8]($0.utf8)) && !SnapshotModel.isName($0) }.compactMap {
                name in
                try store.read(name) { try $0.state() }.map { ForeignReadModel(name: name, state: $0) }
            }
        }
    }

    /// Whether there is anything for a projection: an event in the log, a row in its read model, or something wrong with that.
    ///
    /// There is not where a program looks at the store of another one.
    ///
    /// - Parameter name: The name of the projection.
    /// - Returns: `false` where the log has no event that it is shown, and its read model, if there is one, fits the log and
    ///   has no rows.
    /// - Throws: `EventStoreError`: `invalidArgument` where there is no such projection; otherwise where the log cannot be
    ///   read.
    public func isUsed(projection name: String) async throws -> Bool {
        let projector = try projector(name)
        let query = projector.projection.query
        for try await _ in store.readLog(.forward(after: 0), matching: query, limit: 1) { return true }
        let status = try await projector.runner.status()
        if status.misfit != nil || status.halt != nil || status.shadow != nil { return true }
        do {
            return try await storage.withModels { store in
                try store.read(name) { model in
                    try projector.projection.tables.contains { table in
                        var hasRow = false
                        try model.forEachRow(in: table.number, within: RowRange()) { _, _ in
                            hasRow = true
                            return false
                        }
                        return hasRow
                    }
                }
            }
        } catch let error as EventStoreError where error.isDamageOfReadModel {
            return true
        }
    }
}
