import ArgumentParser
import Nacre
import NacreRuntime

/// The command `nacre blame`.
struct BlameCommand<Tool: StoreTool>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "blame",
            abstract: "Show which event gave each field of a stream's state, or of a read model's row, its value.",
            discussion: """
                The state is folded by the decider that the program declares for the category of the stream, and \
                compared after each event. Each field is printed with its value and the event that gave it: the one \
                since which it has had this value. A value without an event is that of the initial state. --history \
                prints all values that the fields had, in the order in which they got them.

                A field is named by its path, such as name, lines[0].price or totals["a.b"]; the path of a value with \
                fields of its own stands for all of them. The case of an enum is the field case. Sealed personal data \
                is printed as it is in the log.

                With --projection, it is a row of a read model that is compared after each event, by the name under which \
                the projection knows it. The read model is built from the beginning of the log in a temporary place.

                Examples:
                  \(Tool.name) blame order-42
                  \(Tool.name) blame order-42 lines[0].price --history
                  \(Tool.name) blame order-42 --as-of 2026-05-01T12:00:00Z --format json
                  \(Tool.name) blame --projection \(Tool.exampleProjection) 42 --history
                """)
    }

    @Option(
        help: "The projection with the row, in place of a stream.", completion: NameCompletion<Tool>.ofProjection)
    var projection: String?

    @Argument(help: "The stream, or the name of the row.", completion: NameCompletion<Tool>.of(.stream))
    var stream: String

    @Argument(help: "Only the field at this path; all by default.")
    var field: String?

    @Flag(name: .customLong("history"), help: "Print all values that the fields had.")
    var isHistory = false

    @OptionGroup var asOf: AsOfOptions
    @OptionGroup var format: ListingOptions<FieldChange>
    @OptionGroup var store: StoreOptions<Tool>
    @OptionGroup var progress: ProgressOptions

    func run() async throws {
        let field = field.map { FieldPath($0) }
        try await store.withRuntime(.reading) { runtime in
            if let projection {
                try ProjectionArgument.require(projection, among: runtime.models.names)
                if let moment = asOf.moment {
                    try await runtime.reportBeginning(after: moment, by: asOf.clock, of: projection)
                }
                let blame = RowBlame(projection: projection, row: stream, field: field, isHistory: isHistory)
                return try await blame.run(in: runtime, asOf: asOf.moment, progress, format)
            }
            let stream = StreamName(stream)
            if let moment = asOf.moment { try await runtime.reportBeginning(after: moment, by: asOf.clock, of: stream) }
            let blame = Blame(stream: stream, field: field, isHistory: isHistory)
            try await blame.run(in: runtime, asOf: asOf.moment, tool: Tool.name, format)
        }
    }
}
