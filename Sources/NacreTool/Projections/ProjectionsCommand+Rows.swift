import ArgumentParser
import Nacre
import NacreRuntime

extension ProjectionsCommand {
    /// The command `nacre projections rows`.
    struct Rows: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "rows",
                abstract: "Print the rows of a read model, current or as of a past moment.",
                discussion: """
                    The read model is brought up to date first. With --as-of, it is built from the log up to that \
                    moment in a temporary place, and the live one does not change. Each row is printed as its \
                    projection describes it, ordered by table and key; index entries are not printed.

                    Examples:
                      \(Tool.name) projections rows \(Tool.exampleProjection) --limit 20
                      \(Tool.name) projections rows \(Tool.exampleProjection) --as-of 1200
                      \(Tool.name) projections rows \(Tool.exampleProjection) --as-of 2026-05-01T12:00:00Z --by time
                    """)
        }

        @OptionGroup var projection: ProjectionNameArgument<Tool>

        @Option(help: ArgumentHelp("The maximum number of rows, at least 0.", valueName: "n"))
        var limit: Int?

        @OptionGroup var asOf: AsOfOptions
        @OptionGroup var format: FormatOptions
        @OptionGroup var store: StoreOptions<Tool>
        @OptionGroup var progress: ProgressOptions

        func validate() throws {
            if let limit, limit < 0 { throw ValidationError("--limit is \(limit): it must be at least 0") }
        }

        func run() async throws {
            try await store.withRuntime(.reading) { runtime in
                let name = try await projection.name(in: runtime)
                let rows = try await rows(of: name, in: runtime).map(ReadModelRow.init)
                try Console.standard.output.list(rows, format.format)
            }
        }

        private func rows(of name: String, in runtime: Runtime) async throws -> [(table: UInt8, row: String)] {
            guard let moment = asOf.moment else {
                try await runtime.catchUp(progress, only: [name])
                return try await runtime.models.rows(of: name, limit: limit)
            }
            try await runtime.reportBeginning(after: moment, by: asOf.clock, of: name)
            let meter = progress.meter("replaying")
            defer { meter.finish() }
            let update: @Sendable (Position, Position) -> Void = { meter.update($0, of: $1) }
            return try await runtime.asOf(moment, progress: update) { past in
                try await past.rows(of: name, limit: limit)
            }
        }
    }
}

/// A row of a read model, as text that its projection provides.
struct ReadModelRow: Listed {
    let table: UInt8
    let row: String

    static let columns: [TableColumn] = [.number("TABLE"), .text("ROW")]

    var cells: [String] { ["\(table)", TerminalText.line(row)] }

    func writeJSON(to bytes: inout [UInt8]) {
        JSONWriter.object(in: &bytes) { writer in
            writer.field("table", Int(table))
            writer.field("row", row)
        }
    }
}
