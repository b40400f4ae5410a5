import ArgumentParser
import Nacre
import NacreRuntime

/// The command `nacre stats`.
struct StatsCommand<Tool: StoreTool>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "stats",
            abstract: "Show the store's counts and sizes, its projections and their lag.",
            discussion: """
                Read models are shown without being updated. Their lag is shown if this program has the projection and \
                the log has events for it. The index is updated first, unless it is less than a batch (16384 events) \
                behind; the rate shown is that of this update, or else of the last indexed batch.

                With --skip-damaged, it reads the whole log around its damage, and counts what is whole; the damaged \
                parts are listed on standard error, and if there are any, the command exits with 65.

                Examples:
                  \(Tool.name) stats
                  \(Tool.name) stats --format json
                """)
    }

    @Flag(name: .customLong("skip-damaged"), help: "Count what is whole of a damaged log.")
    var skipsDamaged = false

    @OptionGroup var format: FormatOptions
    @OptionGroup var store: StoreOptions<Tool>
    @OptionGroup var progress: ProgressOptions

    func run() async throws {
        try await store.withRuntime(.checking) { runtime in
            guard !skipsDamaged else {
                var report = IntactReport(store: runtime.store.id)
                try await IntactLog(of: runtime.inspection).read { report.add($0) }
                for damage in report.damage { Console.standard.diagnostics.notice("\(damage)") }
                try Console.standard.output.show(report, format.format)
                if let error = CommandError.around(report.damage, tool: Tool.name) { throw error }
                return
            }
            let meter = progress.meter("counting streams")
            defer { meter.finish() }
            try await runtime.inspection.catchUpIndex()
            let streams = try await Self.streams(in: runtime) { meter.update($0, of: $1) }
            meter.finish()
            let report = StoreReport(
                path: store.path, statistics: try await runtime.inspection.statistics(),
                streams: streams, projections: try await runtime.projectionStates(tool: Tool.name),
                kept: try await runtime.keptStates(), replication: await runtime.replication?.replication())
            try Console.standard.output.show(report, format.format)
        }
    }

    /// The number of streams: of the events that are the first of one.
    private static func streams(in runtime: Runtime, progress: (UInt64, UInt64) -> Void) async throws -> Int {
        let search = EventSearch(in: runtime.store, for: EventCriteria())
        return try await search.fold(into: 0, progress: progress, merging: +=) { streams, event in
            if event.version == 1 { streams += 1 }
        }
    }
}
