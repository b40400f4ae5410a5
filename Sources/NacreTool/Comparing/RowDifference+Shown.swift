import Nacre
package import NacreRuntime

extension RowDifference {
    /// What happened to the row: `added`, `removed` or `changed`.
    package var kind: String {
        switch (before, after) {
        case (nil, _): "added"
        case (_, nil): "removed"
        default: "changed"
        }
    }

    /// The changed fields; the descriptions of a row that was added or removed, or whose fields are not known.
    package var details: String {
        guard let before, let after else { return TerminalText.line(after ?? before ?? "-") }
        guard fields.isEmpty else { return fields.map(\.words).joined(separator: ", ") }
        return TerminalText.line("\(before) → \(after)")
    }

    /// Writes the keys `table`, `name`, `before`, `after` and `fields`; `name` is left out if it is not known, `before`
    /// and `after` where there is no row.
    func writeFields(to writer: inout JSONWriter) {
        writer.field("table", Int(place.table))
        if let name { writer.field("name", name) }
        if let before { writer.field("before", before) }
        if let after { writer.field("after", after) }
        writer.list("fields", fields) { $1.writeFields(to: &$0) }
    }
}
