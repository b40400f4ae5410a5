import ArgumentParser
import Nacre
import NacreRuntime

/// The command `nacre trace`.
struct TraceCommand<Tool: StoreTool>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "trace",
            abstract: "Show the causes and consequences of an event, or all events of a correlation.",
            discussion: """
                Follows the causation ids up to the first cause, and prints everything that it caused, over all streams, \
                as a tree; events that share the correlation id of either belong to it, too. AFTER is the time since the first \
                event, DELAY the time since the cause, both by the time of the events, or by their recording with \
                --by recordedAt.

                Examples:
                  \(Tool.name) trace 1200
                  \(Tool.name) trace 6f9a41 --format json
                  \(Tool.name) trace --correlation request-17
                """)
    }

    @Argument(help: ArgumentHelp("The position of the event, its id, or the beginning of its id.", valueName: "event"))
    var event: String?

    @Option(help: ArgumentHelp("Trace all events with this correlation id.", valueName: "id"))
    var correlation: String?

    @Option(help: ArgumentHelp("The maximum number of events, at least 1.", valueName: "n"))
    var limit = 10_000

    @Option(name: .customLong("by"), help: "The time that delays are measured by.")
    var clock = AsOfOptions.Clock.time

    @OptionGroup var format: ListingOptions<EventTrace.Row>
    @OptionGroup var store: StoreOptions<Tool>

    func validate() throws {
        if (event == nil) == (correlation == nil) {
            throw ValidationError("give an event or --correlation, and only one of them")
        }
        if limit < 1 { throw ValidationError("--limit is \(limit): it must be at least 1") }
    }

    func run() async throws {
        try await store.withRuntime(.reading) { runtime in
            let trace = try await trace(in: runtime.store)
            if let correlation, trace.nodes.isEmpty {
                Console.standard.diagnostics.notice("no event has the correlation id \(quoted(correlation))")
            }
            if trace.isCut {
                Console.standard.diagnostics.notice(
                    "there are more than \(Figures.count(limit, "event")), of which the others are left out: see --limit"
                )
            }
            let times = EventTrace.Times(of: trace, clock)
            try Console.standard.output.list(
                trace.nodes.map { EventTrace.Row(node: $0, times: times) }, format.format, columns: format.columns)
        }
    }

    private func trace(in store: any EventStore) async throws -> EventTrace {
        var tracer = EventTracer(in: store, limit: limit)
        if let correlation {
            try Query.correlations(correlation).validate()
            return try await tracer.trace(correlation: correlation)
        }
        return try await tracer.trace(try await EventReference(text: event ?? "").event(in: store))
    }
}
