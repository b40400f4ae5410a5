import ArgumentParser
import Nacre
import NacreRuntime

/// The command `nacre tail`.
struct TailCommand<Tool: StoreTool>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "tail",
            abstract: "Follow the log: print events as they are appended.",
            discussion: """
                It prints the last 10 events that match, then every one that comes, whichever process appends it, each \
                once and in order of the log; with --after, everything behind that position instead of the last 10. An \
                event is shown that has one of the types, whose stream is of one of the categories, and that has every one \
                of the tags.

                What comes is printed at once. On a terminal, a note on standard error says when all that was there has \
                been printed. It goes on until it is interrupted: then what it has is written out, an array of JSON is \
                ended, and the shell sees the signal, as with tail -f (130 for Ctrl-C, 143 for SIGTERM). Where whoever \
                reads the output goes away, it ends with 0.

                Examples:
                  \(Tool.name) tail
                  \(Tool.name) tail --last 0 --type OrderPlaced
                  \(Tool.name) tail --after 1200 --category item --format ndjson | jq .data.name
                """)
    }

    @Option(help: ArgumentHelp("Begin behind this position; 0 begins with the first event.", valueName: "n"))
    var after: UInt64?

    @Option(help: ArgumentHelp("How many of the events that are there to begin with. (default: 10)", valueName: "n"))
    var last: Int?

    @OptionGroup var filter: EventFilterOptions

    @Option(
        name: .customLong("category"),
        help: ArgumentHelp(
            "Only events of streams of this category; repeat it to allow several categories.", valueName: "category"))
    var categories: [String] = []

    @OptionGroup var format: FormatOptions
    @OptionGroup var store: StoreOptions<Tool>

    func validate() throws {
        if let last, last < 0 { throw ValidationError("--last is at least 0, and \(last) was given") }
        if after != nil, last != nil {
            throw ValidationError("--after and --last both say where to begin: give one of them")
        }
    }

    func run() async throws {
        let tail = EventTail(
            beginning: after.map { .after($0) } ?? .last(last ?? 10),
            query: Query(types: filter.eventTypes, categories: categories, tags: filter.eventTags),
            format: format.format)
        try await store.withRuntime(.reading) { [console = Console.standard] runtime in
            try await Interruption.ending(console.output) { [store = runtime.store] in
                try await tail.follow(store, on: console)
            }
        }
    }
}
