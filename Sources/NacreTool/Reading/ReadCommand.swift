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
                In order of the log, with --backward the newest first. --after is a lower bound in either direction: a \
                position of the log, or with a stream a version of it. An event is shown that has one of the types and \
                every one of the tags.

                In a table, long data is cut; json and ndjson show all of it.

                Examples:
                  \(Tool.name) read --backward --limit 10
                  \(Tool.name) read order-42
                  \(Tool.name) read --type OrderPlaced --type OrderShipped --format ndjson
                  \(Tool.name) read --tag screenName:ada
                """)
    }

    @Argument(help: "The stream; otherwise the whole log.")
    var stream: String?

    @Option(help: ArgumentHelp("Only events behind this position, or version of the stream.", valueName: "n"))
    var after: UInt64 = 0

    @Flag(help: "The newest first.")
    var backward = false

    @Option(help: ArgumentHelp("How many events at most.", valueName: "n"))
    var limit: Int?

    @OptionGroup var filter: EventFilterOptions
    @OptionGroup var format: FormatOptions
    @OptionGroup var store: StoreOptions<Tool>

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit is at least 1, and \(limit) was given") }
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
