/// A column of a table.
///
/// Tables are written row by row, with any number of rows, so widths are given and not measured. A wider cell shifts
/// the rest of its row, or is shortened if the row would not fit the terminal. The column with the longest texts comes
/// last.
package struct TableColumn: Hashable, Sendable {
    /// The width of a column of text that is readable.
    private static let readableTextWidth = 14

    /// The smallest width of a column of text.
    private static let smallestTextWidth = 10

    /// The heading.
    package let title: String

    /// The width of the column in cells of a terminal; it is ignored for the last column.
    package let width: Int

    /// Whether cells are right-aligned, as for numbers.
    package let isNumber: Bool

    /// Whether cells are shortened on a terminal that is too narrow: not if they are needed whole to go on with, such as
    /// ids, and numbers never.
    package private(set) var isFlexible: Bool

    /// Whether the column is left out on a terminal that is too narrow.
    package private(set) var isOptional = false

    /// A column of text.
    package static func text(_ title: String, width: Int = 0) -> TableColumn {
        TableColumn(title: title, width: width, isNumber: false, isFlexible: true)
    }

    /// A column of numbers.
    package static func number(_ title: String, width: Int = 8) -> TableColumn {
        TableColumn(title: title, width: width, isNumber: true, isFlexible: false)
    }

    /// A column of texts that are never shortened, such as ids.
    package static func whole(_ title: String, width: Int = 0) -> TableColumn {
        TableColumn(title: title, width: width, isNumber: false, isFlexible: false)
    }

    /// The column, left out on a terminal that is too narrow.
    package var optional: TableColumn {
        var column = self
        column.isOptional = true
        return column
    }

    /// The name of the column for the option `--columns`.
    package var name: String { title.lowercased().replacing(" ", with: "-") }

    /// The width that the column has before an optional one is left out.
    var readableWidth: Int { isFlexible ? Self.readableTextWidth : width }

    /// The smallest width of the column.
    var smallestWidth: Int { isFlexible ? Self.smallestTextWidth : width }

    /// A row of a table.
    ///
    /// - Parameters:
    ///   - cells: One text for each column, safe for a terminal.
    ///   - columns: The columns.
    /// - Returns: The line, without blanks at its end.
    package static func row(_ cells: [String], in columns: [TableColumn]) -> String {
        TableLayout(columns, in: nil).row(cells)
    }
}
