import ArgumentParser
import Nacre
import NacreRuntime

extension ProjectionsCommand {
    /// The command `nacre projections list`.
    struct List: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "list",
                abstract: "List the projections with their state, position and lag.",
                discussion: """
                    Shows the projections without updating them. The states:

                      current     the read model has applied the whole log
                      behind      it lacks the newest events until a command that reads updates it
                      halted      it cannot apply the event at the position shown
                      rebuilding  a new read model is being built beside it and will replace it
                      outdated    it does not fit the log or this program, and must be rebuilt
                      unused      the log has none of its events, and the read model has no rows
                      foreign     this program has no projection of the read model's name

                    Examples:
                      \(Tool.name) projections list
                      \(Tool.name) projections list --format json
                    """)
        }

        @OptionGroup var format: ListingOptions<ProjectionState>
        @OptionGroup var store: StoreOptions<Tool>

        func run() async throws {
            try await store.withRuntime(.checking) { runtime in
                let states = try await runtime.projectionStates(tool: Tool.name)
                try Console.standard.output.list(states, format.format, columns: format.columns)
            }
        }
    }
}
