import ArgumentParser
import Nacre
import NacreRuntime

extension ProjectionsCommand {
    /// The command `nacre projections list`.
    struct List: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                abstract: "List the projections with their state, position and lag.",
                discussion: """
                    They are shown as they are, without bringing any up to date. The states:

                      current     the read model has seen the whole log
                      behind      it lacks the newest events, until the next command that looks
                      halted      it cannot apply the event at the position that is told
                      rebuilding  another one is built beside it, and will take its place
                      outdated    it does not fit the log or this program, and is to be rebuilt
                      unused      the log has none of the projection's events, and the read model no rows
                      foreign     the program has no projection of this name, and does not judge the read model

                    Examples:
                      \(Tool.name) projections list
                      \(Tool.name) projections list --format json
                    """)
        }

        @OptionGroup var format: FormatOptions
        @OptionGroup var store: StoreOptions<Tool>

        func run() async throws {
            try await store.withRuntime(.checking) { runtime in
                let states = try await runtime.projectionStates(tool: Tool.name)
                try Console.standard.output.list(states, format.format)
            }
        }
    }
}
