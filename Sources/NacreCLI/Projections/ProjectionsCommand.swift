import ArgumentParser
import Kernel
import Nacre

/// The command `nacre projections`.
struct ProjectionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "projections",
        abstract: "List the projections, and put a halted one right.",
        discussion: """
            An event that a projection cannot apply halts that projection alone: its read model stays where it is, in \
            every process, until the projection is retried or the position is skipped.

            Examples:
              nacre projections list
              nacre projections retry items
              nacre projections skip items 4711 --reason "written by a faulty import"
            """,
        subcommands: [List.self, Retry.self, Skip.self])
}

/// Which projection a command is about.
struct ProjectionArgument: ParsableArguments {
    @Argument(help: "The name of the projection.")
    var name: String

    /// Makes sure that there is such a projection.
    ///
    /// - Parameter kernel: What knows the projections.
    /// - Returns: Its name.
    /// - Throws: ``CommandError`` where there is none, with the names of those that there are.
    func name(in kernel: Kernel) async throws -> String {
        try Self.require(name, among: try await kernel.projections().map(\.name))
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
