import ArgumentParser
import Nacre
import NacreRuntime

/// The command `nacre count`.
struct CountCommand<Tool: StoreTool>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "count",
            abstract: "Count events, by type, stream, actor or time; find gaps and bursts.",
            discussion: """
                Counts the events that have all of the given properties: by one or two keys with --per, else all of \
                them. Keys are type, category, stream, actor, and in UTC second, minute, hour, day, month and year. \
                Rows are ordered by time if it is a key, and else by the number of events; --top prints the rows with \
                the most events.

                --commits counts commits by size, and --gaps prints the longest times between an event and the next one. \
                Bursts are the units of time with the most events.

                Examples:
                  \(Tool.name) count --per type
                  \(Tool.name) count --per type --per month --by time
                  \(Tool.name) count --per stream --top 10
                  \(Tool.name) count --per minute --top 5
                  \(Tool.name) count --gaps 5 --category order
                  \(Tool.name) count --commits --format json
                """)
    }

    @Option(
        name: .customLong("per"),
        help: ArgumentHelp("Count by this; give it twice to count by both.", valueName: "key"))
    var keys: [CountKey] = []

    @Option(help: ArgumentHelp("Only the n rows with the most events, at least 1.", valueName: "n"))
    var top: Int?

    @Flag(help: "Count commits by the number of their events.")
    var commits = false

    @Option(help: ArgumentHelp("Print the n longest times without an event, at least 1.", valueName: "n"))
    var gaps: Int?

    @OptionGroup var options: CriteriaOptions<Tool>
    @OptionGroup var format: FormatOptions
    @OptionGroup var store: StoreOptions<Tool>
    @OptionGroup var progress: ProgressOptions

    func validate() throws {
        if let top, top < 1 { throw ValidationError("--top is \(top): it must be at least 1") }
        if let gaps, gaps < 1 { throw ValidationError("--gaps is \(gaps): it must be at least 1") }
        if keys.count > EventTally.maxKeys {
            throw ValidationError("--per is given \(keys.count) times: give it at most \(EventTally.maxKeys) times")
        }
        if Set(keys).count < keys.count {
            throw ValidationError("--per \(keys[0].rawValue) is given twice: give two different keys")
        }
        if [!keys.isEmpty, commits, gaps != nil].count(where: \.self) > 1 {
            throw ValidationError("--per, --commits and --gaps count different things: give only one of them")
        }
        if top != nil, keys.isEmpty { throw ValidationError("--top needs a key: give --per") }
        if commits, !options.selectsByPositionAlone {
            throw ValidationError(
                "--commits counts whole commits: select events only by --after, --up-to, --since and --until")
        }
        if commits, options.filter.clock == .time {
            throw ValidationError(
                "--commits counts whole commits, which are recorded at once: leave --by out, or give recordedAt")
        }
    }

    func run() async throws {
        let clock = options.filter.clock ?? .recordedAt
        try await store.withRuntime(.reading) { runtime in
            let output = Console.standard.output
            let meter = progress.meter("counting")
            let search = EventSearch(in: runtime.store, for: options.criteria)
            let show = { (read: UInt64, total: UInt64) in meter.update(read, of: total) }
            if commits {
                // A commit that begins before the range is none of it.
                let isWhole = try await search.beginsWithCommit()
                let sizes = try await search.fold(into: CommitSizes(isWhole: isWhole), progress: show) { $0.add($1) }
                meter.finish()
                try output.list(sizes.rows, format.format)
            } else if let gaps {
                let found = try await search.fold(into: TimeGaps(limit: gaps, clock), progress: show) { $0.add($1) }
                meter.finish()
                try output.list(found.gaps, format.format)
            } else {
                var tally = try await search.fold(
                    into: EventTally(by: keys, clock), progress: show, merging: { $0.add($1) }
                ) { $0.add($1) }
                meter.finish()
                try report(&tally, to: output)
            }
        }
    }

    private func report(_ tally: inout EventTally, to output: StandardOutput) throws {
        guard !keys.isEmpty else { return try output.show(EventCount(events: tally.total), format.format) }
        let (rows, others) = tally.rows(ordered: top == nil ? .natural : .events, top: top)
        if others > 0 {
            let rest = tally.total - rows.reduce(0) { $0 + $1.events }
            Console.standard.diagnostics.notice(
                "\(Figures.count(others, "other row")) with \(Figures.count(rest, "event"))")
        }
        try CountReport(keys: keys, rows: rows).write(format.format, to: output)
    }
}
