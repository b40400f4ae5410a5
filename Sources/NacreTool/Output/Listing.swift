/// Writes a list of elements in one of the formats, one element at a time.
package struct Listing<Element: Listed>: Sendable {
    private let format: OutputFormat
    private let output: StandardOutput
    private let columns: [Int]?
    private let usual: [Int]?
    private var layout: TableLayout
    private var width: Int?
    private var count = 0

    /// Begins a list.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - columns: The indices of the table's columns, with further ones behind the usual ones; `nil` for the usual
    ///     ones.
    ///   - usual: The indices of the usual columns; `nil` for all but the further ones.
    ///   - output: The output that the list is written to.
    package init(_ format: OutputFormat, columns: [Int]? = nil, usual: [Int]? = nil, to output: StandardOutput) {
        self.format = format
        self.columns = columns
        self.usual = usual
        self.output = output
        width = output.terminal.width
        layout = Self.layout(columns, usual, in: width)
    }

    private static func layout(_ columns: [Int]?, _ usual: [Int]?, in width: Int?) -> TableLayout {
        TableLayout(
            columns == nil ? Element.columns : Element.columns + Element.furtherColumns, showing: columns, of: usual,
            in: width)
    }

    /// Writes an element.
    ///
    /// - Parameter element: The element.
    /// - Throws: ``FileError``.
    package mutating func write(_ element: Element) throws(FileError) {
        switch format {
        case .table:
            fit()
            if count == 0 { try output.line(output.terminal.bold(layout.heading)) }
            try output.line(layout.row(columns == nil ? element.cells : element.cells + element.furtherCells))
        case .json:
            let opening = count == 0 ? "[\n" : ",\n"
            try output.write { $0.append(contentsOf: opening.utf8) }
            try output.json(element.writeJSON)
        case .ndjson:
            try output.json(element.writeJSON)
            try output.line("")
        }
        count += 1
    }

    /// Fits the columns again if the terminal has another width than at the row before.
    private mutating func fit() {
        let now = output.terminal.width
        guard now != width else { return }
        width = now
        layout = Self.layout(columns, usual, in: now)
    }

    /// Ends the list.
    ///
    /// - Throws: ``FileError``.
    package func finish() throws(FileError) {
        if format == .json { try output.line(count == 0 ? "[]" : "\n]") }
    }
}

extension StandardOutput {
    /// Writes a list.
    ///
    /// - Parameters:
    ///   - elements: The elements.
    ///   - format: The format.
    ///   - columns: The indices of the table's columns; `nil` for the usual ones.
    /// - Throws: ``FileError``.
    package func list<Element: Listed>(
        _ elements: [Element], _ format: OutputFormat, columns: [Int]? = nil
    ) throws(FileError) {
        var listing = Listing<Element>(format, columns: columns, to: self)
        for element in elements { try listing.write(element) }
        try listing.finish()
    }

    /// Writes JSON; on a terminal, unsafe characters are escaped.
    ///
    /// - Parameter append: Appends JSON.
    /// - Throws: ``FileError``.
    package func json(_ append: (inout [UInt8]) -> Void) throws(FileError) {
        try write { buffer in
            guard terminal.isTerminal else { return append(&buffer) }
            var json: [UInt8] = []
            append(&json)
            buffer.append(contentsOf: TerminalJSON.escaped(json))
        }
    }

    /// Writes a single element in full.
    ///
    /// - Parameters:
    ///   - element: The element.
    ///   - format: The format; `json` and `ndjson` are the same for a single object.
    /// - Throws: ``FileError``.
    package func show(_ element: some Shown, _ format: OutputFormat) throws(FileError) {
        guard format == .table else {
            try json(element.writeJSON)
            return try line("")
        }
        let fields = element.fields
        let width = fields.map(\.name.count).max() ?? 0
        for field in fields {
            let padding = String(repeating: " ", count: width - field.name.count)
            try line("\(terminal.bold(field.name))\(padding)  \(field.text)")
        }
    }
}
