/// The columns of a table, fitted to the width of a terminal.
struct TableLayout {
    // OPS-31: Tables fit the width of the terminal, and give up columns before ids.

    /// The blanks between two columns.
    private static let gap = 2

    /// What begins the further lines of a row.
    private static let indentation = "  "

    /// The width that the last column gets if there is room.
    private static let lastWidth = 30

    /// The indices of the columns that are shown, in their order.
    private(set) var shown: [Int]

    /// The width of each shown column.
    private var widths: [Int]

    private let columns: [TableColumn]
    private let limit: Int?

    /// Fits columns.
    ///
    /// - Parameters:
    ///   - columns: The columns.
    ///   - shown: The indices of those to show, in their order; `nil` shows all that fit.
    ///   - usual: The indices of those of which all that fit are shown, if none are to be; `nil` for all.
    ///   - limit: The width of the terminal; `nil` does not limit it.
    init(_ columns: [TableColumn], showing shown: [Int]? = nil, of usual: [Int]? = nil, in limit: Int?) {
        self.columns = columns
        self.limit = limit
        self.shown = shown ?? usual ?? Array(columns.indices)
        widths = self.shown.map { columns[$0].width }
        guard let limit else { return }
        if shown == nil { leaveOutOptional(limit) }
        fit(limit)
    }

    /// Leaves out optional columns, the first one first, until the readable widths of the others fit.
    private mutating func leaveOutOptional(_ limit: Int) {
        while least(\.readableWidth).reduce(gaps, +) > limit,
            let place = shown.firstIndex(where: { columns[$0].isOptional })
        {
            shown.remove(at: place)
        }
    }

    private mutating func fit(_ limit: Int) {
        let smallest = least(\.smallestWidth)
        widths = shown.indices.map { wanted($0) }
        let missing = widths.reduce(gaps, +) - limit
        guard missing > 0 else { return }
        // Each column gives in proportion to what it can.
        let give = zip(widths, smallest).map { $0 - $1 }
        let total = give.reduce(0, +)
        widths = zip(widths, give).map { width, give in
            missing < total ? width - (give * missing + total - 1) / total : width - give
        }
    }

    private var gaps: Int { Self.gap * max(0, shown.count - 1) }

    private func least(_ width: KeyPath<TableColumn, Int>) -> [Int] {
        shown.indices.map { min(wanted($0), columns[shown[$0]][keyPath: width]) }
    }

    private func wanted(_ place: Int) -> Int {
        let width = columns[shown[place]].width
        return place == shown.count - 1 && width == 0 ? Self.lastWidth : width
    }

    /// The row of headings.
    var heading: String { row(columns.map(\.title)) }

    /// A row.
    ///
    /// - Parameter cells: One text for each column of the table, safe for a terminal.
    /// - Returns: The line, without blanks at its end. If it is longer than the limit, several lines: texts that are never
    ///   shortened stand on lines of their own, and one that is longer than the limit stays whole.
    func row(_ cells: [String]) -> String {
        var row = shown.map { cells[$0] }
        if let limit {
            shorten(&row, to: limit)
            let parts = length(of: row) > limit ? parts(in: limit) : []
            if parts.count > 1 { return parts.map { $0.row(cells) }.joined(separator: "\n" + Self.indentation) }
        }
        var line = ""
        for (place, cell) in row.enumerated() {
            if place > 0 { line += String(repeating: " ", count: Self.gap) }
            let padding = String(repeating: " ", count: max(0, widths[place] - TerminalText.cells(of: cell)))
            line += columns[shown[place]].isNumber ? padding + cell : cell + (place == row.count - 1 ? "" : padding)
        }
        while line.last == " " { line.removeLast() }
        return line
    }

    /// The columns in groups, of which each is a line: those of texts that are never shortened, and those between them.
    private func parts(in limit: Int) -> [TableLayout] {
        var groups: [[Int]] = []
        var isOpen = false
        for index in shown {
            let isAlone = !columns[index].isFlexible && !columns[index].isNumber
            if isOpen, !isAlone { groups[groups.count - 1].append(index) } else { groups.append([index]) }
            isOpen = !isAlone
        }
        return groups.map { TableLayout(columns, showing: $0, in: limit - Self.indentation.count) }
    }

    /// Shortens cells until the row fits.
    private func shorten(_ row: inout [String], to limit: Int) {
        guard length(of: row) > limit, let last = row.indices.last else { return }
        for place in row.indices.dropLast() where columns[shown[place]].isFlexible {
            row[place] = TerminalText.shortened(row[place], to: widths[place])
        }
        let excess = length(of: row) - limit
        guard excess > 0, columns[shown[last]].isFlexible else { return }
        row[last] = TerminalText.shortened(row[last], to: max(1, TerminalText.cells(of: row[last]) - excess))
    }

    /// The number of cells of a row.
    private func length(of row: [String]) -> Int {
        row.indices.reduce(gaps) { length, place in
            let cells = TerminalText.cells(of: row[place])
            let isPadded = place < row.count - 1 || columns[shown[place]].isNumber
            return length + (isPadded ? max(cells, widths[place]) : cells)
        }
    }
}
