import ArgumentParser
import Nacre
import NacreRuntime

extension ProjectionsCommand {
    /// The command `nacre projections retry`.
    struct Retry: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "retry",
                abstract: "Retry the event that halts a projection, and continue.",
                discussion: """
                    Use it after fixing the projection. A projection that is not halted is brought up to date. If \
                    the event still cannot be applied, the projection stays halted and the command exits with 1.

                    Example:
                      \(Tool.name) projections retry \(Tool.exampleProjection)
                    """)
        }

        @OptionGroup var projection: ProjectionNameArgument<Tool>
        @OptionGroup var format: FormatOptions
        @OptionGroup var store: StoreOptions<Tool>
        @OptionGroup var progress: ProgressOptions

        func run() async throws {
            try await store.withRuntime(.rebuilding) { runtime in
                let name = try await projection.name(in: runtime)
                try await runtime.resume(name, progress) {
                    try await FollowerReference.projection(name).retry(in: runtime, progress: $0)
                }
                try Console.standard.output.show(
                    try await runtime.state(ofProjection: name, tool: Tool.name), format.format)
            }
        }
    }
}
