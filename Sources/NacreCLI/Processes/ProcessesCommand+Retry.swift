import ArgumentParser
import Kernel
import Nacre

extension ProcessesCommand {
    /// The command `nacre processes retry`.
    struct Retry: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let a process manager try the event again that halts it.",
            discussion: """
                For when the process manager has been mended. This command does not run it: the program that does \
                tries the event at its next look. One that is not halted stays as it is.

                Example:
                  nacre processes retry welcome
                """)

        @OptionGroup var process: ProcessArgument
        @OptionGroup var format: FormatOptions
        @OptionGroup var store: StoreOptions

        func run() async throws {
            try await store.withKernel(.rebuilding) { kernel in
                let journal = try await process.journal(in: kernel)
                try await journal.retry()
                try Console.standard.output.show(try await journal.status(), format.format)
            }
        }
    }
}
