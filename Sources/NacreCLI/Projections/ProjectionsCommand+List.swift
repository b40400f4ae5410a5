import ArgumentParser
import Kernel
import Nacre

extension ProjectionsCommand {
    /// The command `nacre projections list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the projections with their state, position and lag.",
            discussion: """
                They are shown as they are, without bringing any up to date. The states:

                  current     the read model has seen the whole log
                  behind      it lacks the newest events, until the next command that looks
                  halted      it cannot apply the event at the position that is told
                  rebuilding  another one is built beside it, and will take its place
                  outdated    it does not fit the log or this program, and is to be rebuilt

                Examples:
                  nacre projections list
                  nacre projections list --format json
                """)

        @OptionGroup var format: FormatOptions
        @OptionGroup var store: StoreOptions

        func run() async throws {
            try await store.withKernel(.checking) { kernel in
                var listing = Listing<ProjectionState>(format.format, to: Console.standard.output)
                for status in try await kernel.projections() {
                    try listing.write(ProjectionState(status, skips: try await kernel.skips(of: status.name)))
                }
                try listing.finish()
            }
        }
    }
}
