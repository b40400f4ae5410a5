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
                Prints the last 10 matching events, then every matching event that any process appends, each once \
                and in log order. With --after, it begins after that position instead. Of an option that is given \
                several times, one value is required, of --tag, --text and --where all; different options are all \
                required. \(LimitTexts.query)

                New events are printed at once. On a terminal, a note on standard error reports when all existing \
                events have been printed. The command runs until it is interrupted: it then writes the rest of its \
                output, closes a JSON array, and ends by the signal, as tail -f does (130 for Ctrl-C, 143 for \
                SIGTERM). If the reader of the output goes away, it exits with 0.

                Examples:
                  \(Tool.name) tail
                  \(Tool.name) tail --last 0 --type OrderPlaced
                  \(Tool.name) tail --where data.name~README --actor ada
                  \(Tool.name) tail --after 1200 --category item --format ndjson | jq .data.name
                """)
    }

    @Option(help: ArgumentHelp("Begin after this position; 0 begins with the first event.", valueName: "n"))
    var after: UInt64?

    @Option(help: ArgumentHelp("How many existing events to print first, at least 0. (default: 10)", valueName: "n"))
    var last: Int?

    @OptionGroup var filter: EventFilterOptions<Tool>

    @OptionGroup var format: ListingOptions<RecordedEvent>
    @OptionGroup var store: StoreOptions<Tool>

    func validate() throws {
        if let last, last < 0 { throw ValidationError("--last is \(last): it must be at least 0") }
        if after != nil, last != nil {
            throw ValidationError("--after and --last both set the beginning: give only one of them")
        }
        try filter.validateClock()
    }

    func run() async throws {
        let tail = EventTail(
            beginning: after.map { .after($0) } ?? .last(last ?? 10),
            criteria: filter.criteria,
            format: format.format, tool: Tool.name, columns: format.columns)
        try await store.withRuntime(.reading) { [console = Console.standard] runtime in
            try await Interruption.runInterruptibly(writingTo: console.output) { [store = runtime.store] in
                try await tail.follow(store, on: console)
            }
        }
    }
}
