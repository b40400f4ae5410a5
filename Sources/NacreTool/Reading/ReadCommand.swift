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
                direction: a position in the log, or with a stream a version of it. An event is printed if it has \
                one of the types and all of the tags.

                A table truncates long data; json and ndjson print all of it.

                Examples:
                  \(Tool.name) read --backward --limit 10
                  \(Tool.name) read order-42
                  \(Tool.name) read --type OrderPlaced --type OrderShipped --format ndjson
                  \(Tool.name) read --tag screenName:ada
                """)
    }

    @Argument(help: "The stream; the whole log by default.")
    var stream: String?

    @Option(help: ArgumentHelp("Only events after this position, or version of the stream.", valueName: "n"))
    var after: UInt64 = 0

    @Flag(help: "Print the newest events first.")
    var backward = false

    @Option(help: ArgumentHelp("The maximum number of events.", valueName: "n"))
    var limit: Int?

    @OptionGroup var filter: EventFilterOptions
    @OptionGroup var format: FormatOptions
    @OptionGroup var store: StoreOptions<Tool>

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit is \(limit): it must be at least 1") }
    }

    func run() async throws {
        let selection = EventSelection(
            stream: stream.map { StreamName($0) }, after: after, isBackward: backward, limit: limit,
            types: filter.eventTypes, tags: filter.eventTags)
        try await store.withRuntime(.reading) { runtime in
            try await runtime.store.list(selection, format.format, tool: Tool.name)
        }
    }
}
