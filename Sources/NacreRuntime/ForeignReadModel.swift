public import Nacre

/// A read model in the store without a projection in this program: another program's, or an earlier version's.
public struct ForeignReadModel: Hashable, Sendable {
    /// The name of the model, and of the projection that keeps it.
    public let name: String

    /// The state recorded with it: the applied position, the schema version, and the halt, if any.
    public let state: ReadModelState
}

extension Runtime {
    /// The read models in the store without a projection in this program, with their recorded states.
    ///
    /// Only the program that has their projections can determine whether they fit the log and have the right content.
    ///
    /// - Returns: The models, in byte order of their names, without snapshots of states.
    /// - Throws: `EventStoreError` if the store of the read models cannot be read, or is damaged.
    public func foreignReadModels() async throws -> [ForeignReadModel] {
        let own = Set(models.names.map { [UInt8]($0.utf8) })
        return try await storage.withModels { store in
            // Snapshots are caches of deciders, and no read models.
            try store.names().filter { !own.contains([UInt8]($0.utf8)) && !SnapshotModel.isName($0) }.compactMap {
                name in
                try store.read(name) { try $0.state() }.map { ForeignReadModel(name: name, state: $0) }
            }
        }
    }

    /// Whether a projection is used: the log has an event for it, or its read model has a row or a fault.
    ///
    /// For example, a program's projections are unused if it opens another program's store.
    ///
    /// - Parameter name: The name of the projection.
    /// - Returns: `false` if the log has no event for it, and its read model, if there is one, fits the log and has no
    ///   rows.
    /// - Throws: `EventStoreError`: `invalidArgument` if there is no such projection; otherwise if the log cannot be
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
        } catch let error as EventStoreError where error.isReadModelDamage {
            return true
        }
    }
}
