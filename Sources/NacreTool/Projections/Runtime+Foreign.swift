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

    /// How all read models are, without bringing any up to date: those of the program's projections, then those that it has
    /// no projection for.
    func projectionStates() async throws -> [ProjectionState] {
        var states: [ProjectionState] = []
        for status in try await projections() {
            let isUsed = try await isUsedOrUnknown(projection: status.name)
            states.append(
                ProjectionState(status, skips: try await skips(of: status.name), isUsed ? .own : .unused))
        }
        let head = try await store.head()
        return states + (try await foreignModelsWhereReadable().map { ProjectionState($0, head: head) })
    }

    /// The names of the program's projections that are used: the log has an event for them, or their read model a row or a fault.
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
