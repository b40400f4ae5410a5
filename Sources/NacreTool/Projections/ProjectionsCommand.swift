import ArgumentParser
import Nacre
import NacreRuntime

/// The command `nacre projections`.
struct ProjectionsCommand<Tool: StoreTool>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "projections",
            abstract: "List the projections, and put a halted one right.",
            discussion: """
                An event that a projection cannot apply halts that projection alone: its read model stays where it is, in \
                every process, until the projection is retried or the position is skipped.

                Examples:
                  \(Tool.name) projections list
                  \(Tool.name) projections retry \(Tool.exampleProjection)
                  \(Tool.name) projections skip \(Tool.exampleProjection) 4711 --reason "written by a faulty import"
                """,
            subcommands: [List.self, Rows.self, Retry.self, Skip.self])
    }
}

/// Which projection a command is about.
struct ProjectionArgument: ParsableArguments {
    @Argument(help: "The name of the projection.")
    var name: String

    /// Makes sure that there is such a projection.
    ///
    /// - Parameter runtime: What knows the projections.
    /// - Returns: Its name.
    /// - Throws: ``CommandError`` where there is none, with the names of those that there are.
    func name(in runtime: Runtime) async throws -> String {
        try Self.require(name, among: try await runtime.projections().map(\.name))
        return name
    }

    /// Makes sure that a projection is one of those that there are.
    static func require(_ name: String, among names: [String]) throws(CommandError) {
        guard names.contains(name) else {
            throw CommandError(
                .noSuchProjection,
                "there is no projection \(quoted(name)): there are \(names.joined(separator: " and "))")
        }
    }
}
