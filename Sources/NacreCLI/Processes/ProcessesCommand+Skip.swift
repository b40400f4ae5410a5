import ArgumentParser
import Kernel
import Nacre

extension ProcessesCommand {
    /// The command `nacre processes skip`.
    struct Skip: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Have a process manager pass over the event that halts it, for good.",
            discussion: """
                The reason is recorded in the log, in the stream $process-NAME. Only the position before which the \
                process manager halts can be skipped. This command does not run it: the program that does goes on at \
                its next look.

                Example:
                  nacre processes skip welcome 4711 --reason "nobody has this name"
                """)

        @OptionGroup var process: ProcessArgument

        @Argument(help: "The position before which the process manager halts.")
        var position: Position

        @Option(help: ArgumentHelp("Why the event may be passed over.", valueName: "text"))
        var reason: String

        @OptionGroup var format: FormatOptions
        @OptionGroup var store: StoreOptions

        func run() async throws {
            try await store.withKernel(.rebuilding) { kernel in
                let journal = try await process.journal(in: kernel)
                try await journal.skip(position, reason: reason)
                try Console.standard.output.show(try await journal.status(), format.format)
            }
        }
    }
}
