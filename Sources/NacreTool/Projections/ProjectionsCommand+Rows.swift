import ArgumentParser
import Nacre
import NacreRuntime

extension ProjectionsCommand {
    /// The command `projections rows`.
    struct Rows: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                abstract: "Print the rows of a read model, of today or as they were.",
                discussion: """
                    The read model is brought up to date first. With --as-of it is made of the log up to that moment, in a \
                    temporary place, and the live one stays as it is. Rows are printed as their projection says them, \
                    ordered by table and key; entries of indexes are not.

                    Examples:
                      \(Tool.name) projections rows \(Tool.exampleProjection) --limit 20
                      \(Tool.name) projections rows \(Tool.exampleProjection) --as-of 1200
                      \(Tool.name) projections rows \(Tool.exampleProjection) --as-of 2026-05-01T12:00:00Z --by time
                    """)
        }

        @OptionGroup var projection: ProjectionArgument

        @Option(help: ArgumentHelp("How many rows at most.", valueName: "n"))
        var limit: Int?

        @OptionGroup var asOf: AsOfOptions
        @OptionGroup var format: FormatOptions
        @OptionGroup var store: StoreOptions<Tool>
        @OptionGroup var progress: ProgressOptions

        func validate() throws {
            if let limit, limit < 0 { throw ValidationError("--limit is at least 0, and \(limit) was given") }
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
            try await runtime.sayBeginning(after: moment, asOf)
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
