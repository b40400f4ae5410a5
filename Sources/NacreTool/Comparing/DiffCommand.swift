import ArgumentParser
import Nacre
import NacreRuntime

/// The command `nacre diff`.
struct DiffCommand<Tool: StoreTool>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "diff",
            abstract: "Show what changed in a stream's state or a read model between two moments.",
            discussion: """
                A moment is a position, which means the state right after that event, or a time, which means the state \
                after all events up to it; 0 is before all events. A day in UTC as the earlier moment is its beginning, \
                as the later one its end. Without a second moment, the state is compared with \
                the present one.

                For a stream, each field that differs is printed with both values and the event that gave it the later \
                one. The state is folded by the decider that the program declares for the category of the stream.

                With --projection, each row that was added, removed or changed is printed with its fields, the number \
                of the events between the two moments after which it changed, and the last of them; json and ndjson \
                name the last \(RowOrigins.maxPositions). Both read models are built from the log in a temporary place, and the \
                live one does not change. Sealed personal data is compared as it is in the log.

                Examples:
                  \(Tool.name) diff order-42 1200 1300
                  \(Tool.name) diff order-42 2026-05-01T12:00:00Z
                  \(Tool.name) diff --projection \(Tool.exampleProjection) 1200 1300
                  \(Tool.name) diff --projection \(Tool.exampleProjection) 2026-05-01T00:00:00Z 2026-06-01T00:00:00Z --by time
                """)
    }

    @Argument(help: "The stream; left out with --projection.", completion: NameCompletion<Tool>.of(.stream))
    var stream: String?

    @Argument(help: ArgumentHelp("The earlier moment.", valueName: "from"))
    var from: String?

    @Argument(help: ArgumentHelp("The later moment; the present by default.", valueName: "to"))
    var to: String?

    @Option(
        help: ArgumentHelp("Compare the read model of this projection.", valueName: "name"),
        completion: NameCompletion<Tool>.ofProjection)
    var projection: String?

    @Option(help: ArgumentHelp("The maximum number of rows printed.", valueName: "n"))
    var limit: Int?

    @Option(
        name: .customLong("by"),
        help: ArgumentHelp(
            "What a time refers to: recordedAt, when an event was recorded (the default), or time, when it happened."))
    var clock: AsOfOptions.Clock?

    @OptionGroup var format: FormatOptions
    @OptionGroup var store: StoreOptions<Tool>
    @OptionGroup var progress: ProgressOptions

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit is \(limit): it must be at least 1") }
        if limit != nil, projection == nil { throw ValidationError("--limit bounds the rows of --projection") }
        _ = try moments()
    }

    /// The moments; with a projection, the arguments have no stream before them.
    private func moments() throws -> ComparedMoments {
        var texts = [stream, from, to].compactMap(\.self)
        if projection == nil {
            guard !texts.isEmpty else {
                throw ValidationError("a stream or --projection is missing: \(Tool.name) diff order-42 1200 1300")
            }
            texts.removeFirst()
        }
        guard let first = texts.first, texts.count <= 2 else {
            throw ValidationError(
                texts.isEmpty
                    ? "the earlier moment is missing: give a position or a time"
                    : "with --projection, give two moments and no stream")
        }
        return try ComparedMoments(from: first, to: texts.dropFirst().first, by: clock)
    }

    func run() async throws {
        let moments = try moments()
        try await store.withRuntime(.reading) { runtime in
            if let moment = moments.later {
                if let projection {
                    try ProjectionArgument.require(projection, among: runtime.models.names)
                    try await runtime.reportBeginning(after: moment, by: clock, of: projection)
                } else {
                    try await runtime.reportBeginning(after: moment, by: clock, of: StreamName(stream ?? ""))
                }
            }
            let comparison = Comparison(in: runtime, moments)
            let isDifferent =
                if let projection {
                    try await comparison.list(projection: projection, limit: limit, format.format, progress)
                } else {
                    try await comparison.list(StreamName(stream ?? ""), tool: Tool.name, format.format)
                }
            guard !isDifferent else { return }
            let isRecorded = if case .time = moments.earlier { true } else { false }
            Console.standard.diagnostics.notice(
                "nothing differs between the two moments"
                    + (isRecorded ? ": they are when events were recorded, and with --by time when they happened" : ""))
        }
    }
}
