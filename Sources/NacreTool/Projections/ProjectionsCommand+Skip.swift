import ArgumentParser
import Nacre
import NacreRuntime

extension ProjectionsCommand {
    /// The command `nacre projections skip`.
    struct Skip: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "skip",
                abstract: "Skip the event that halts a projection, permanently, and continue.",
                discussion: """
                    The reason is recorded in the log, in the stream $projection-NAME. A rebuild skips the same \
                    event, unless the projection has a new schema version. Only the position before which the \
                    projection is halted can be skipped.

                    Example:
                      \(Tool.name) projections skip \(Tool.exampleProjection) 4711 --reason "written by a faulty import"
                    """)
        }

        @OptionGroup var projection: ProjectionNameArgument<Tool>

        @Argument(help: "The position before which the projection is halted.")
        var position: Position

        @Option(
            help: ArgumentHelp(
                "Why the event may be skipped: 1 to \(ProjectionSkip.reasonBytes) bytes.", valueName: "text"))
        var reason: String

        @OptionGroup var format: FormatOptions
        @OptionGroup var store: StoreOptions<Tool>
        @OptionGroup var progress: ProgressOptions

        func run() async throws {
            try await store.withRuntime(.rebuilding) { runtime in
                let name = try await projection.name(in: runtime)
                try await runtime.resume(name, progress) {
                    try await FollowerReference.projection(name).skip(
                        position, because: reason, in: runtime, progress: $0)
                }
                try Console.standard.output.show(
                    try await runtime.state(ofProjection: name, tool: Tool.name), format.format)
            }
        }
    }
}

extension Runtime {
    /// Continues a projection, and shows its progress.
    ///
    /// - Parameters:
    ///   - projection: The name of the projection.
    ///   - progress: The options for showing progress.
    ///   - body: Continues the projection, and reports the applied position and the head.
    /// - Throws: The errors of `body`.
    func resume(
        _ projection: String, _ progress: ProgressOptions,
        _ body: (_ update: @escaping (Position, Position) -> Void) async throws -> Void
    ) async throws {
        let meter = progress.meter("applying events to \(projection)")
        defer { meter.finish() }
        try await body { meter.update($0, of: $1) }
    }
}
