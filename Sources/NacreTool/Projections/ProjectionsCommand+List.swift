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

                    Examples:
                      \(Tool.name) projections list
                      \(Tool.name) projections list --format json
                    """)
        }

        @OptionGroup var format: FormatOptions
        @OptionGroup var store: StoreOptions<Tool>

        func run() async throws {
            try await store.withRuntime(.checking) { runtime in
                var listing = Listing<ProjectionState>(format.format, to: Console.standard.output)
                for status in try await runtime.projections() {
                    let isUsed = try await runtime.isUsedOrUnknown(projection: status.name)
                    try listing.write(
                        ProjectionState(
                            status, skips: try await runtime.skips(of: status.name), isUsed ? .own : .unused))
                }
                let head = try await runtime.store.head()
                for model in try await runtime.foreignModelsWhereReadable() {
                    try listing.write(ProjectionState(model, head: head))
                }
                try listing.finish()
            }
        }
    }
}
