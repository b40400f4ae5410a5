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

    /// Whether there is anything for a projection in the log, or has been: a program may be looking at a store of another
    /// one.
    ///
    /// - Parameter name: The name of the projection.
    /// - Returns: `false` where it has no read model here, and the log has no event that it is shown.
    /// - Throws: `EventStoreError`: `invalidArgument` where there is no such projection; otherwise where the log cannot be
    ///   read.
    public func isUsed(projection name: String) async throws -> Bool {
        let projector = try projector(name)
        do {
            let state = try await storage.withModels { store in try store.read(name) { try $0.state() } }
            guard state == nil else { return true }
        } catch let error as EventStoreError where error.isDamageOfReadModel {
            return true
        }
        for try await _ in store.readLog(.forward(after: 0), matching: projector.projection.query, limit: 1) {
            return true
        }
        return false
    }
}
