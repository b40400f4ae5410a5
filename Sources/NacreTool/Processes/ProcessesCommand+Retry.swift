import ArgumentParser
import Nacre
import NacreRuntime

extension ProcessesCommand {
    /// The command `nacre processes retry`.
    struct Retry: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                abstract: "Let a process manager try the event again that halts it.",
                discussion: """
                    For when the process manager has been mended. This command does not run it: the program that does \
                    tries the event at its next look. One that is not halted stays as it is.

                    Example:
                      \(Tool.name) processes retry welcome
                    """)
        }

        @OptionGroup var process: ProcessArgument
        @OptionGroup var format: FormatOptions
        @OptionGroup var store: StoreOptions<Tool>

        func run() async throws {
            try await store.change(process, format) { journal in try await journal.retry() }
        }
    }
}
