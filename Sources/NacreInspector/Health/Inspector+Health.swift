import NacreRuntime
import NacreTool

extension Inspector {
    /// The state of the store, its projections and its process managers.
    func health() async throws -> InspectorAnswer {
        let health = try await StoreHealth(of: runtime, tool: tool)
        return page("Health", .health, HealthPage(health, command: command(["stats", "--format", "json"])))
    }
}
