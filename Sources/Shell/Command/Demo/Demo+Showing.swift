import DomainKit
import ItemsDomain
import Nacre
import NacreRuntime
import NacreTool
import ProfileDomain
import Shell

extension Demo {
    /// The contents of the read models.
    struct ReadModels: Equatable {
        var items: [ItemDetails]
        var profiles: [ProfileDetails]
    }

    /// Prints the title and the explanation of a step.
    func step(_ title: String, _ explanation: String) throws {
        try output.line("\n\(output.terminal.bold(title)): \(explanation)")
    }

    /// Prints the read models.
    func showReadModels(_ application: Application) async throws -> ReadModels {
        try step("The read models", "the state after these events, with deleted items")
        let models = try await readModels(application)
        try output.list(models.items, .table)
        try output.line("")
        try output.list(models.profiles, .table)
        return models
    }

    /// Prints the log.
    func showLog(_ store: any EventStore) async throws {
        try step("The log", "the source of truth: events in order, never rewritten")
        try await store.list(EventSelection(), .table, tool: NacreProgram.name)
    }

    /// Rebuilds the read models from the log, and compares them with their former contents.
    func rebuild(_ application: Application, expecting before: ReadModels) async throws {
        try step("Rebuild the read models", "discarded, and built again from the log")
        for projection in try await application.runtime.projections() {
            let (position, _) = try await application.runtime.rebuild(projection.name, .silent)
            try output.line("  \(projection.name): rebuilt from \(Figures.count(position, "event"))")
        }
        guard try await readModels(application) == before else {
            throw CommandError(
                .faultsFound, "the rebuilt read models differ from the old ones: report this as a defect")
        }
        try output.line("  they are the same as before")
    }

    private func readModels(_ application: Application) async throws -> ReadModels {
        ReadModels(
            items: try await application.items.fetchAll(includingDeleted: true).elements,
            profiles: try await application.profiles.fetchAll().elements)
    }
}
