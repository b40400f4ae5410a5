/// A table of figures, independent of the output format.
struct FigureTable: Hashable, Sendable {
    /// What it shows, in a line.
    var caption: String

    var columns: [String]
    var rows: [Row]

    /// Information needed to read it, or empty.
    var note = ""

    /// A row of a table, a cell for each column; the first is its name.
    struct Row: Hashable, Sendable {
        var cells: [String]

        /// Whether its figures are invalid, because an audit failed.
        var isStruckOut = false

        /// Whether it reports a failure.
        var isFailure = false
    }

    /// Whether a column consists of figures, which are aligned right: each cell that is not invalid is a figure or a
    /// dash.
    func holdsFigures(_ column: Int) -> Bool {
        let cells = rows.filter { !$0.isStruckOut }.map { $0.cells[column] }
        return !cells.isEmpty && cells.allSatisfy { text in text.first.map { $0.isNumber || $0 == "-" } ?? false }
    }

    /// The table as text: aligned columns, the first to the left, figures to the right.
    var lines: [String] {
        let all = [columns] + rows.map(\.cells)
        let widths = columns.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { row in
            row.enumerated().map { column, text in
                let padding = String(repeating: " ", count: widths[column] - text.count)
                return column == 0 ? text + padding : padding + text
            }.joined(separator: "  ")
        }
    }
}
