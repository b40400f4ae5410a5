import ArgumentParser
import Nacre
import NacreRuntime
import Synchronization

/// The command `nacre streams`.
struct StreamsCommand<Tool: StoreTool>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "streams",
            abstract: "List the streams, in no particular order.",
            discussion: """
                Shows the version of each stream, which is the number of its events, and the positions of its first \
                and last event. The category of a stream is the part of its name before the first "-".

                Examples:
                  \(Tool.name) streams
                  \(Tool.name) streams --category item --format ndjson
                """)
    }

    @Option(help: ArgumentHelp("Only streams of this category.", valueName: "category"))
    var category: String?

    @OptionGroup var format: FormatOptions
    @OptionGroup var store: StoreOptions<Tool>

    func run() async throws {
        try await store.withRuntime(.reading) { runtime in
            let listing = Mutex(Listing<StreamSummary>(format.format, to: Console.standard.output))
            try await runtime.inspection.forEachStream(in: category) { stream in
                try listing.withLock { try $0.write(stream) }
            }
            try listing.withLock { try $0.finish() }
        }
    }
}
