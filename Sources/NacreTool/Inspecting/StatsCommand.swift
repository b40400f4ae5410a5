import ArgumentParser
import Nacre
import NacreRuntime
import Synchronization

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
