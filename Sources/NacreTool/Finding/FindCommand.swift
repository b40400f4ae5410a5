import ArgumentParser
import Nacre
import NacreRuntime

/// The command `nacre find`.
struct FindCommand<Tool: StoreTool>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "find",
            abstract: "Find events by anything that is known of them.",
            discussion: """
                Prints the events that have all of the given properties, in log order. Types, categories, tags, actors, \
                correlation and causation ids, streams and whole ids are looked up in the index; texts and values are \
                searched for in every event that is left. \(LimitTexts.query)

                If nothing is found because no event has a given name, a note on standard error names the nearest \
                one.

                Examples:
                  \(Tool.name) find --text README.md --last 3
                  \(Tool.name) find --where data.name~README --since 2026-05-01
                  \(Tool.name) find --type OrderPlaced --where 'data.lines[0].sku=A-1' --count
                  \(Tool.name) find --actor ada --since 2026-05-01
                  \(Tool.name) find --id 6f9a
                """)
    }

    @OptionGroup var options: CriteriaOptions<Tool>

    @Option(help: ArgumentHelp("Only the first n events found, at least 1.", valueName: "n"))
    var first: Int?

    @Option(help: ArgumentHelp("Only the last n events found, at least 1.", valueName: "n"))
    var last: Int?

    @Flag(help: "Print the number of events found in place of the events.")
    var count = false

    @OptionGroup var format: ListingOptions<RecordedEvent>
    @OptionGroup var store: StoreOptions<Tool>
    @OptionGroup var progress: ProgressOptions

    func validate() throws {
        if let first, first < 1 { throw ValidationError("--first is \(first): it must be at least 1") }
        if let last, last < 1 { throw ValidationError("--last is \(last): it must be at least 1") }
        try options.filter.validateClock()
        if first != nil, last != nil {
            throw ValidationError("--first and --last both limit the events: give only one of them")
        }
    }

    private var extent: EventSearch.Extent { first.map { .first($0) } ?? last.map { .last($0) } ?? .all }

    func run() async throws {
        let criteria = options.criteria
        try await store.withRuntime(.reading) { runtime in
            let output = Console.standard.output
            // Rows on a terminal would begin behind the line of progress.
            let meter = (count || !output.terminal.isTerminal ? progress : .silent).meter("searching")
            let show = { (read: UInt64, total: UInt64) in meter.update(read, of: total) }
            let search = EventSearch(in: runtime.store, for: criteria)
            var found = 0
            if count, extent == .all {
                found = try await search.fold(into: 0, progress: show, merging: +=) { found, _ in found += 1 }
            } else {
                var listing = Listing<RecordedEvent>(format.format, columns: format.columns, to: output)
                try await search.forEach(extent, progress: show) { event in
                    found += 1
                    if !count { try listing.write(event) }
                }
                if !count { try listing.finish() }
            }
            meter.finish()
            if count { try output.show(EventCount(events: found), format.format) }
            if found == 0 {
                for note in try await NearNames(in: runtime).notes(for: criteria) {
                    Console.standard.diagnostics.notice(note)
                }
            }
        }
    }
}

/// A number of events.
struct EventCount: Shown {
    let events: Int

    var fields: [(name: String, text: String)] { [("events", "\(events)")] }

    func writeJSON(to bytes: inout [UInt8]) {
        JSONWriter.object(in: &bytes) { $0.field("events", events) }
    }
}
