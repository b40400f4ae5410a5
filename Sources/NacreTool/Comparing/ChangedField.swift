import Nacre
import NacreRuntime

/// A field of a state that changed, and the event that gave it its later value.
package struct ChangedField: Listed {
    let difference: FieldDifference

    /// The event; `nil` if the later value is that of the initial state.
    let origin: FieldOrigin?

    package static let columns: [TableColumn] = [
        .number("POSITION"), .number("VERSION", width: 7).optional, .whole("TIME", width: 20).optional,
        .text("TYPE", width: 18), .text("ACTOR", width: 12).optional, .text("CHANGE"),
    ]

    package var cells: [String] {
        [
            origin.map { "\($0.position)" } ?? "-", origin.map { "\($0.version)" } ?? "-", origin?.time.cell ?? "-",
            TerminalText.cell(origin?.type.text ?? "-"), TerminalText.cell(origin?.actor ?? "-"), difference.words,
        ]
    }

    package func writeJSON(to bytes: inout [UInt8]) {
        JSONWriter.object(in: &bytes) { writer in
            difference.writeFields(to: &writer)
            guard let origin else { return }
            writer.field("position", origin.position)
            writer.field("version", origin.version)
            writer.field("type", origin.type.text)
            writer.field("time", origin.time)
            if let actor = origin.actor { writer.field("actor", actor) }
        }
    }
}

extension FieldDifference {
    /// The maximum number of Unicode scalars of a value that a table shows.
    private static let shownScalars = 60

    /// The change as text, safe for a terminal: `name: "a" → "b"`.
    var words: String {
        let name = path.text.isEmpty ? "" : TerminalText.line(path.text) + ": "
        let before = before.map { Self.cell($0) + " → " } ?? ""
        return name + before + (after.map(Self.cell) ?? "(removed)")
    }

    private static func cell(_ json: [UInt8]) -> String { TerminalText.json(json, limit: shownScalars) }

    /// Writes the keys `field`, `before` and `after`; the last two are left out where the field does not exist.
    func writeFields(to writer: inout JSONWriter) {
        writer.field("field", path.text)
        if let before {
            writer.key("before")
            writer.raw(before)
        }
        if let after {
            writer.key("after")
            writer.raw(after)
        }
    }
}
