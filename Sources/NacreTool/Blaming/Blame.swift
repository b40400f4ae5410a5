import Nacre
import NacreRuntime

/// Lists the events that gave the fields of a stream's state their values.
struct Blame {
    /// The stream.
    let stream: StreamName

    /// The field; `nil` for all.
    let field: FieldPath?

    /// Whether all values are listed, not only the present ones.
    let isHistory: Bool

    /// The maximum number of fields that an error names.
    static let namedFields = 20

    /// Lists the values.
    ///
    /// - Parameters:
    ///   - runtime: The program's features on the store.
    ///   - moment: The moment; `nil` for the present.
    ///   - tool: The program's name.
    ///   - format: The format and the columns.
    /// - Throws: ``CommandError`` if the stream, its decider or the field does not exist; errors of reading and writing.
    func run(
        in runtime: Runtime, asOf moment: Runtime.Moment?, tool: String, _ format: ListingOptions<FieldChange>
    ) async throws {
        try await runtime.requireStream(stream, tool: tool)
        var listing = Listing<FieldChange>(
            format.format, columns: format.columns, to: Console.standard.output)
        var isFound = false
        let present = try await runtime.fieldOrigins(
            of: stream, asOf: moment,
            changed: { change in
                guard isHistory, isWanted(change) else { return }
                isFound = true
                try listing.write(change)
            },
            failed: { event, error in
                Console.standard.diagnostics.notice(error.ending(at: event, "the values are those before it"))
            })
        guard let present else {
            throw CommandError.noDecider(for: stream, among: runtime.decidedCategories)
        }
        let wanted = present.filter(isWanted)
        guard isFound || !wanted.isEmpty else {
            throw CommandError.unknown(
                .noSuchField, "field", field?.text ?? "", among: present.prefix(Self.namedFields).map(\.path.text))
        }
        if !isHistory { for change in wanted { try listing.write(change) } }
        try listing.finish()
    }

    private func isWanted(_ change: FieldChange) -> Bool { field?.contains(change.path) ?? true }
}

extension EventDecodingError {
    /// Says that what is known of a stream ends before an event.
    func ending(at event: RecordedEvent, _ consequence: String) -> String {
        "the event at position \(event.position) cannot be decoded, so \(consequence): \(description)"
    }
}

extension FieldChange: Listed {
    /// The maximum number of Unicode scalars of a value that a table shows.
    private static let shownScalars = 100

    package static let columns: [TableColumn] = [
        .number("POSITION"), .number("VERSION", width: 7).optional, .whole("TIME", width: 20).optional,
        .text("TYPE", width: 18), .text("ACTOR", width: 12).optional, .text("FIELD", width: 16), .text("VALUE"),
    ]

    package var cells: [String] {
        [
            origin.map { "\($0.position)" } ?? "-", origin.map { "\($0.version)" } ?? "-", origin?.time.cell ?? "-",
            TerminalText.cell(origin?.type.text ?? "-"), TerminalText.cell(origin?.actor ?? "-"),
            TerminalText.line(path.text), json.map { TerminalText.json($0, limit: Self.shownScalars) } ?? "(removed)",
        ]
    }

    package func writeJSON(to bytes: inout [UInt8]) {
        JSONWriter.object(in: &bytes) { writer in
            writer.field("field", path.text)
            if let json {
                writer.key("value")
                writer.raw(json)
            } else {
                writer.field("isRemoved", true)
            }
            guard let origin else { return }
            writer.field("position", origin.position)
            writer.field("version", origin.version)
            writer.field("type", origin.type.text)
            writer.field("time", origin.time)
            if let actor = origin.actor { writer.field("actor", actor) }
        }
    }
}
