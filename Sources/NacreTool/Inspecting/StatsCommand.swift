import ArgumentParser
import Nacre
import NacreRuntime
import Synchronization

/// The command `nacre stats`.
struct StatsCommand<Tool: StoreTool>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "stats",
            abstract: "Show what is in the store: counts, sizes, projections and their lag.",
            discussion: """
                Read models are shown as they are, with how many events they are behind where this program has their \
                projection and the log events for it. The index is brought up to date \
                first, but for less than a batch (16384 events), and its rate is that of this work or, where there was none, \
                of the last batch that was indexed.

                Examples:
                  \(Tool.name) stats
                  \(Tool.name) stats --format json
                """)
    }

    @OptionGroup var format: FormatOptions
    @OptionGroup var store: StoreOptions<Tool>

    func run() async throws {
        try await store.withRuntime(.checking) { runtime in
            try await runtime.inspection.catchUpIndex()
            let streams = Mutex(0)
            try await runtime.inspection.forEachStream(in: nil) { _ in streams.withLock { $0 += 1 } }
            let report = StoreReport(
                path: store.path, statistics: try await runtime.inspection.statistics(),
                streams: streams.withLock(\.self), projections: try await runtime.projectionStates(tool: Tool.name))
            try Console.standard.output.show(report, format.format)
        }
    }
}
