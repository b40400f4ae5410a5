import Nacre
import NacreRuntime

extension Runtime {
    /// The read models for which this program has no projection; none if their store is damaged.
    ///
    /// The states of the program's own read models report that damage.
    func readableForeignModels() async throws -> [ForeignReadModel] {
        do {
            return try await foreignReadModels()
        } catch let error as EventStoreError where error.isReadModelDamage {
            return []
        }
    }

    /// The states of all read models, without updating them: those of the program's projections, then the foreign ones.
    ///
    /// - Parameter tool: The program's name.
    /// - Returns: The states.
    /// - Throws: `EventStoreError` if the log or the read models cannot be read.
    func projectionStates(tool: String) async throws -> [ProjectionState] {
        var states: [ProjectionState] = []
        for status in try await projections() { states.append(try await state(of: status, tool: tool)) }
        let head = try await store.head()
        return states + (try await readableForeignModels().map { ProjectionState($0, head: head, tool: tool) })
    }

    /// The state of a projection's read model, without updating it.
    ///
    /// - Parameters:
    ///   - name: The name of the projection.
    ///   - tool: The program's name.
    /// - Returns: The state.
    /// - Throws: ``CommandError`` if the projection does not exist; `EventStoreError` if the log or the read models
    ///   cannot be read.
    func state(ofProjection name: String, tool: String) async throws -> ProjectionState {
        let statuses = try await projections()
        try ProjectionArgument.require(name, among: statuses.map(\.name))
        return try await state(of: statuses.filter { $0.name == name }[0], tool: tool)
    }

    private func state(of status: ProjectionStatus, tool: String) async throws -> ProjectionState {
        let isUsed = try await isUsedOrUnknown(projection: status.name)
        return ProjectionState(
            status, skips: try await skips(of: status.name), isUsed ? .own : .unused, tool: tool)
    }

    /// The names of the program's used projections: the log has an event for them, or their read model a row or a
    /// fault.
    func usedProjections() async throws -> [String] {
        var used: [String] = []
        for name in models.names where try await isUsedOrUnknown(projection: name) { used.append(name) }
        return used
    }

    /// Whether a projection is used; `true` if the log or the read model cannot be read, which a later check reports.
    func isUsedOrUnknown(projection name: String) async throws -> Bool {
        do {
            return try await isUsed(projection: name)
        } catch let error as EventStoreError where error.code != .closed {
            return true
        }
    }
}
