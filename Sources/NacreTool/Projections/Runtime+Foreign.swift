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
    ///
    /// - Parameter tool: The name of the program.
    /// - Returns: Their states.
    /// - Throws: `EventStoreError` where the log or the read models cannot be read.
    func projectionStates(tool: String) async throws -> [ProjectionState] {
        var states: [ProjectionState] = []
        for status in try await projections() { states.append(try await state(of: status, tool: tool)) }
        let head = try await store.head()
        return states + (try await foreignModelsWhereReadable().map { ProjectionState($0, head: head, tool: tool) })
    }

    /// How the read model of a projection is, without bringing it up to date.
    ///
    /// - Parameters:
    ///   - name: The name of the projection.
    ///   - tool: The name of the program.
    /// - Returns: Its state.
    /// - Throws: ``CommandError`` where there is no such projection; `EventStoreError` where the log or the read models
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
