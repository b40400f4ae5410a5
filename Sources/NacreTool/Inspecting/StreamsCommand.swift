import ArgumentParser
import Nacre
import NacreRuntime
import Synchronization

/// The command `nacre streams`.
struct StreamsCommand<Tool: StoreTool>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "streams",
            abstract: "List the streams.",
            discussion: """
                Shows the version of each stream, which is the number of its events, and the positions of its first \
                and last event. The category of a stream is the part of its name before the first "-".

                Streams are listed in no particular order, while the log is read. With --sort, the whole log is read \
                first, and its streams are kept in memory: about two million names of 40 bytes have room, and more \
                are refused.

                Examples:
                  \(Tool.name) streams
                  \(Tool.name) streams --sort events --limit 10
                  \(Tool.name) streams --category item --format ndjson
                """)
    }

    @Option(
        help: ArgumentHelp("Only streams of this category.", valueName: "category"),
        completion: NameCompletion<Tool>.of(.category))
    var category: String?

    @Option(help: ArgumentHelp("The maximum number of streams, at least 1.", valueName: "n"))
    var limit: Int?

    @Option(
        name: .customLong("sort"),
        help: """
            The order: by name; by events, first (position), last (position, the newest first) or bytes (of data and \
            metadata). The greatest numbers of events and bytes come first.
            """)
    var order: StreamOrder?

    @Flag(name: .customLong("reverse"), help: "Reverse the order of --sort.")
    var isReversed = false

    @OptionGroup var format: ListingOptions<ListedStream>
    @OptionGroup var store: StoreOptions<Tool>
    @OptionGroup var progress: ProgressOptions

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit is \(limit): it must be at least 1") }
        if isReversed, order == nil { throw ValidationError("--reverse needs an order: give --sort") }
    }

    func run() async throws {
        try await store.withRuntime(.reading) { runtime in
            // Rows on a terminal would begin behind the line of progress.
            let isShown = order != nil || !Console.standard.output.terminal.isTerminal
            let meter = (isShown ? progress : .silent).meter("reading the log")
            defer { meter.finish() }
            if let order {
                try await list(by: order, in: runtime, meter)
            } else {
                try await list(in: runtime, meter)
            }
        }
    }

    /// Lists the streams as they are found.
    private func list(in runtime: Runtime, _ meter: ProgressMeter) async throws {
        let listing = Mutex(
            Listing<ListedStream>(format.format, columns: format.columns, to: Console.standard.output))
        let found = Mutex(0)
        do {
            try await runtime.inspection.forEachStream(in: category) { [limit] stream in
                let count = found.withLock { found in
                    found += 1
                    return found
                }
                if let limit, count > limit { throw EnoughStreams() }
                try listing.withLock { try $0.write(ListedStream(summary: stream)) }
                meter.update(stream.firstPosition, fraction: nil)
            }
        } catch is EnoughStreams {
            // The limit is reached.
        }
        meter.finish()
        try listing.withLock { try $0.finish() }
    }

    private func list(by order: StreamOrder, in runtime: Runtime, _ meter: ProgressMeter) async throws {
        var criteria = EventCriteria()
        if let category { criteria.item.categories = [category] }
        let show = { (read: UInt64, total: UInt64) in meter.update(read, of: total) }
        let search = EventSearch(in: runtime.store, for: criteria)
        let tally = try await search.fold(into: StreamTally(), progress: show) { $0.add($1) }
        meter.finish()
        guard !tally.isFull else {
            throw CommandError(
                .badInput,
                "there are more than \(Figures.count(tally.count, "stream")), too many to sort in memory: "
                    + "give --category, or leave out --sort")
        }
        let columns = format.columns ?? (order == .bytes ? ListedStream.columnsWithBytes : nil)
        var listing = Listing<ListedStream>(format.format, columns: columns, to: Console.standard.output)
        try tally.forEach(by: order, reversed: isReversed, limit: limit ?? .max) { try listing.write($0) }
        try listing.finish()
    }
}

/// Ends a listing at its limit.
private struct EnoughStreams: Error {}
