/// A column of a table.
///
/// Tables are written row by row, with any number of rows, so widths are given and not measured. A wider cell shifts
/// the rest of its row. The column with the longest texts comes last.
package struct TableColumn: Hashable, Sendable {
    /// The heading.
    package let title: String

    /// The width of the column in characters; it is ignored for the last column.
    package let width: Int

    /// Whether cells are right-aligned, as for numbers.
    package let isNumber: Bool

    /// A column of text.
    package static func text(_ title: String, width: Int = 0) -> TableColumn {
        TableColumn(title: title, width: width, isNumber: false)
    }

    /// A column of numbers.
    package static func number(_ title: String, width: Int = 8) -> TableColumn {
        TableColumn(title: title, width: width, isNumber: true)
    }

    /// A row of a table.
    ///
    /// - Parameters:
    ///   - cells: One text for each column, safe for a terminal.
    ///   - columns: The columns.
    /// - Returns: The line, without blanks at its end.
    package static func row(_ cells: [String], in columns: [TableColumn]) -> String {
        var line = ""
        for (index, (cell, column)) in zip(cells, columns).enumerated() {
            if index > 0 { line += "  " }
            let padding = String(repeating: " ", count: max(0, column.width - cell.count))
            line += column.isNumber ? padding + cell : index == columns.count - 1 ? cell : cell + padding
        }
        while line.last == " " { line.removeLast() }
        return line
    }
}
