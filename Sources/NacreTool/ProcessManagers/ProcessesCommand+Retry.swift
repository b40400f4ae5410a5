import ArgumentParser
import Nacre
import NacreRuntime

extension ProcessesCommand {
    /// The command `nacre processes retry`.
    struct Retry: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "retry",
                abstract: "Clear the halt of a process manager, so that it retries the event.",
                discussion: """
                    Use it after fixing the process manager. This command does not run it: the program that \
                    runs it retries the event. A process manager that is not halted does not change.

                    Example:
                      \(Tool.name) processes retry welcome
                    """)
        }

        @OptionGroup var process: ProcessArgument
        @OptionGroup var format: FormatOptions
        @OptionGroup var store: StoreOptions<Tool>

        func run() async throws {
            try await store.change(process, format) { process, runtime in try await process.retry(in: runtime) }
        }
    }
}
