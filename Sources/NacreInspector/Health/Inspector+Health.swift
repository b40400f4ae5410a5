import NacreRuntime
import NacreTool

extension Inspector {
    /// The state of the store, its projections and its process managers.
    func health() async throws -> InspectorAnswer {
        let health = try await StoreHealth(of: runtime, tool: tool)
        let command = command(["stats", "--format", "json"])
        let look = HealthLook(health, at: .now)
        let rates = HealthRates(look, since: await looks.remember(look))
        return page(
            "Health", .health,
            HealthPage(health, rates, figures?(), allowsRepair: allowsRepair, command: command))
    }
}
