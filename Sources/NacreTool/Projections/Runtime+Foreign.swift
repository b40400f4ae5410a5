import Nacre
import NacreRuntime

extension Runtime {
    /// The read models that this program has no projection for; none where their store is damaged, which each of the
    /// program's own says.
    func foreignModelsWhereReadable() async throws -> [ForeignReadModel] {
        do {
            return try await foreignReadModels()
        } catch let error as EventStoreError where error.isDamageOfReadModel {
            return []
        }
    }

    /// The names of the program's projections that there is anything for in this log, or a read model of.
    func usedProjections() async throws -> [String] {
        var used: [String] = []
        for name in models.names where try await isUsedOrUnknown(projection: name) { used.append(name) }
        return used
    }

    /// Whether there is anything for a projection; so it is where the log cannot be asked, which a closer look says.
    func isUsedOrUnknown(projection name: String) async throws -> Bool {
        do {
            return try await isUsed(projection: name)
        } catch let error as EventStoreError where error.code != .closed {
            return true
        }
    }
}
