import ArgumentParser
import Kernel
import Nacre

extension ProcessesCommand {
    /// The command `nacre processes list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the process managers with their state and position.",
            discussion: """
                Those are listed that have a stream in this log, $process-NAME, whichever program runs them. The \
                position is the one that is noted: events behind it that led to nothing may have been looked at. The \
                states:

                  ready   nothing keeps it from going on where a program runs it
                  halted  it cannot handle the event at the position that is told

                Examples:
                  nacre processes list
                  nacre processes list --format json
                """)

        @OptionGroup var format: FormatOptions
        @OptionGroup var store: StoreOptions

        func run() async throws {
            try await store.withKernel(.checking) { kernel in
                var listing = Listing<ProcessStatus>(format.format, to: Console.standard.output)
                for journal in try await kernel.processJournals() { try listing.write(try await journal.status()) }
                try listing.finish()
            }
        }
    }
}
