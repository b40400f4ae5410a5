import ArgumentParser
import Kernel
import Nacre
import Synchronization

/// The command `nacre stats`.
struct StatsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Show what is in the store: counts, sizes, projections and their lag.",
        discussion: """
            It changes nothing: projections are shown as they are, with how many events they are behind. Opening a store \
            indexes what is not indexed yet, if it is much; how fast that went is shown where it was done.

            Examples:
              nacre stats
              nacre stats --format json
            """)

    @OptionGroup var format: FormatOptions
    @OptionGroup var store: StoreOptions

    func run() async throws {
        try await store.withKernel(.checking) { kernel in
            let streams = Mutex(0)
            try await kernel.inspection.forEachStream(in: nil) { _ in streams.withLock { $0 += 1 } }
            let report = StoreReport(
                path: store.path, statistics: try await kernel.inspection.statistics(),
                streams: streams.withLock(\.self), projections: try await kernel.projections())
            try Console.standard.output.show(report, format.format)
        }
    }
}
