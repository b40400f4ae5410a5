import ArgumentParser
import Nacre
import NacreRuntime

extension ProcessesCommand {
    /// The command `nacre processes skip`.
    struct Skip: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "skip",
                abstract: "Make a process manager skip an event, permanently.",
                discussion: """
                    The reason is recorded in the log, in the stream $process-NAME. The event may be the one that \
                    halts the process manager, or any other that it has not handled yet. This command does not run \
                    it: the program that runs it continues.

                    Example:
                      \(Tool.name) processes skip welcome 4711 --reason "a test account"
                    """)
        }

        @OptionGroup var process: ProcessArgument

        @Argument(help: "The position of the event.")
        var position: Position

        @Option(
            help: ArgumentHelp(
                "Why the event may be skipped: 1 to \(ProjectionSkip.reasonBytes) bytes.", valueName: "text"))
        var reason: String

        @OptionGroup var format: FormatOptions
        @OptionGroup var store: StoreOptions<Tool>

        func run() async throws {
            try await store.change(process, format) { process, runtime in
                try await process.skip(position, because: reason, in: runtime)
            }
        }
    }
}
