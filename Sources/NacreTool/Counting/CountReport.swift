import Nacre

/// Counted events as a table with bars, or as JSON.
struct CountReport {
    /// The greatest length of a bar, in characters.
    private static let barWidth = 24

    let keys: [CountKey]
    let rows: [EventTally.Row]

    func write(_ format: OutputFormat, to output: StandardOutput) throws(FileError) {
        guard format == .table else {
            var listing = Listing<Row>(format, to: output)
            for row in rows { try listing.write(Row(keys: keys, row: row)) }
            return try listing.finish()
        }
        guard !rows.isEmpty else { return }
        let cells = rows.map { row in row.values.map { $0.map { TerminalText.cell($0) } ?? "(none)" } }
        let most = rows.map(\.events).max() ?? 1
        let columns =
            keys.indices.map { index in
                TableColumn.text(
                    keys[index].rawValue.uppercased(),
                    width: max(keys[index].rawValue.count, cells.map { TerminalText.cells(of: $0[index]) }.max() ?? 0))
            } + [.number("EVENTS")]
        let layout = TableLayout(columns, in: output.terminal.width)
        try output.line(output.terminal.bold(layout.heading))
        for (row, cells) in zip(rows, cells) {
            let line = layout.row(cells + ["\(row.events)"])
            let room = output.terminal.width.map { $0 - TerminalText.cells(of: line) - 2 } ?? Self.barWidth
            let bar = Self.bar(Double(row.events) / Double(most), of: min(room, Self.barWidth))
            try output.line(bar.isEmpty ? line : "\(line)  \(bar)")
        }
    }

    /// A bar for a share of 0 to 1, drawn in eighths of a character.
    static func bar(_ share: Double, of width: Int = barWidth) -> String {
        let eighths = Int((share * Double(max(0, width) * 8)).rounded(.up))
        let rest = eighths % 8
        return String(repeating: "█", count: eighths / 8)
            + (rest == 0 ? "" : String(["▏", "▎", "▍", "▌", "▋", "▊", "▉"][rest - 1]))
    }

    /// A row as JSON: each key with its value, and the number of events.
    private struct Row: Listed {
        static let columns: [TableColumn] = []

        let keys: [CountKey]
        let row: EventTally.Row

        var cells: [String] { [] }

        func writeJSON(to bytes: inout [UInt8]) {
            JSONWriter.object(in: &bytes) { writer in
                for (key, value) in zip(keys, row.values) {
                    writer.key(key.rawValue)
                    if let value { writer.string(value) } else { writer.null() }
                }
                writer.field("events", row.events)
            }
        }
    }
}
