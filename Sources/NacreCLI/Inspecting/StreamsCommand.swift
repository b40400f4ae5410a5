import ArgumentParser
import Kernel
import Nacre
import Synchronization

/// The command `nacre streams`.
struct StreamsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "streams",
        abstract: "List the streams, in no particular order.",
        discussion: """
            Each with its version, which is the number of its events, and the positions of the first and the last. \
            The category of a stream is the part of its name before the first "-".

            Examples:
              nacre streams
              nacre streams --category item --format ndjson
            """)

    @Option(help: ArgumentHelp("Only streams of this category.", valueName: "category"))
    var category: String?

    @OptionGroup var format: FormatOptions
    @OptionGroup var store: StoreOptions

    func run() async throws {
        try await store.withKernel(.looking) { kernel in
            let listing = Mutex(Listing<StreamSummary>(format.format, to: Console.standard.output))
            try await kernel.inspection.forEachStream(in: category) { stream in
                try listing.withLock { try $0.write(stream) }
            }
            try listing.withLock { try $0.finish() }
        }
    }
}
