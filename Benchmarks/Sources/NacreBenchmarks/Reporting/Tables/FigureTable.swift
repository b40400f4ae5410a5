/// A table of figures, in whatever form it is written.
struct FigureTable: Hashable, Sendable {
    /// What it shows, in a line.
    var caption: String

    var columns: [String]
    var rows: [Row]

    /// What is to be known to read it; empty where nothing is.
    var note = ""

    /// A line of a table, a cell for each column; the first says whose it is.
    struct Row: Hashable, Sendable {
        var cells: [String]

        /// Whether its figures mean nothing, because an audit failed.
        var isStruckOut = false

        /// Whether it says that something is not as it has to be.
        var isFailure = false
    }

    /// Whether a column is one of figures, which stand to the right: so far as they are not struck out, each cell is
    /// one, or a dash.
    func holdsFigures(_ column: Int) -> Bool {
        let cells = rows.filter { !$0.isStruckOut }.map { $0.cells[column] }
        return !cells.isEmpty && cells.allSatisfy { text in text.first.map { $0.isNumber || $0 == "-" } ?? false }
    }

    /// The table as text: columns of the same width, the first to the left, figures to the right.
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
