import ArgumentParser
import Nacre
import NacreRuntime

/// The command `nacre read`.
struct ReadCommand<Tool: StoreTool>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "read",
            abstract: "Read events, of the whole log or of one stream.",
            discussion: """
                Prints events in log order, or with --backward the newest first. --after is a lower bound in either \
                direction: a position in the log, or with a stream a version of it. Of an option that is given several \
                times, one value is required, of --tag, --text and --where all; different options are all required. \
                Texts, values and the beginnings of ids are searched for; find does that faster. \
                \(LimitTexts.query)

                A table on a terminal shortens long data; json and ndjson print all of it.

                Examples:
                  \(Tool.name) read --backward --limit 10
                  \(Tool.name) read order-42
                  \(Tool.name) read --type OrderPlaced --type OrderShipped --format ndjson
                  \(Tool.name) read --tag screenName:ada
                  \(Tool.name) read --backward --text README.md --limit 3
                  \(Tool.name) read --actor ada --correlation 0190163d-8694-739b-aea5-966c26f8ad91
                """)
    }

    @Argument(help: "The stream; the whole log by default.", completion: NameCompletion<Tool>.of(.stream))
    var stream: String?

    @Option(help: ArgumentHelp("Only events after this position, or version of the stream.", valueName: "n"))
    var after: UInt64 = 0

    @Flag(help: "Print the newest events first.")
    var backward = false

    @Option(help: ArgumentHelp("The maximum number of events, at least 1.", valueName: "n"))
    var limit: Int?

    @OptionGroup var filter: EventFilterOptions<Tool>
    @OptionGroup var format: ListingOptions<RecordedEvent>
    @OptionGroup var store: StoreOptions<Tool>

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit is \(limit): it must be at least 1") }
        try filter.validateClock()
    }

    func run() async throws {
        let selection = EventSelection(
            stream: stream.map { StreamName($0) }, after: after, isBackward: backward, limit: limit,
            with: filter.criteria)
        try await store.withRuntime(.reading) { runtime in
            try await runtime.store.list(
                selection, format.format, columns: format.columns, tool: Tool.name)
        }
    }
}
