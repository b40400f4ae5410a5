import ArgumentParser
import Nacre
import NacreRuntime

/// The command `nacre projections`.
struct ProjectionsCommand<Tool: StoreTool>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "projections",
            abstract: "List the projections, resume a halted one, and keep states for questions about the past.",
            discussion: """
                An event that a projection cannot apply halts that projection alone. Its read model stays before \
                that event, in every process, until the projection is retried or the event is skipped.

                Examples:
                  \(Tool.name) projections list
                  \(Tool.name) projections retry \(Tool.exampleProjection)
                  \(Tool.name) projections skip \(Tool.exampleProjection) 4711 --reason "written by a faulty import"
                  \(Tool.name) projections keep --all
                """,
            subcommands: [List.self, Rows.self, Retry.self, Skip.self, Keep.self])
    }
}

/// The argument that names a projection.
struct ProjectionNameArgument<Tool: StoreTool>: ParsableArguments {
    @Argument(help: "The name of the projection.", completion: NameCompletion<Tool>.ofProjection)
    var name: String

    /// Checks that the projection exists.
    ///
    /// - Parameter runtime: The runtime with the projections.
    /// - Returns: The projection's name.
    /// - Throws: ``CommandError`` if it does not exist; the message names those that do.
    func name(in runtime: Runtime) async throws -> String {
        try ProjectionArgument.require(name, among: try await runtime.projections().map(\.name))
        return name
    }
}

/// The name of a projection as an argument.
enum ProjectionArgument {
    /// Checks that a projection is among the existing ones.
    static func require(_ name: String, among names: [String]) throws(CommandError) {
        guard names.contains(name) else {
            throw CommandError.unknown(.noSuchProjection, "projection", name, among: names)
        }
    }
}
