/// Writes a list of elements in one of the formats, one element at a time.
package struct Listing<Element: Listed> {
    private let format: OutputFormat
    private let output: StandardOutput
    private var count = 0

    /// Begins a list.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - output: The output that the list is written to.
    package init(_ format: OutputFormat, to output: StandardOutput) {
        self.format = format
        self.output = output
    }

    /// Writes an element.
    ///
    /// - Parameter element: The element.
    /// - Throws: ``FileError``.
    package mutating func write(_ element: Element) throws(FileError) {
        switch format {
        case .table:
            if count == 0 {
                let titles = Element.columns.map(\.title)
                try output.line(output.terminal.bold(TableColumn.row(titles, in: Element.columns)))
            }
            try output.line(TableColumn.row(element.cells, in: Element.columns))
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
    /// - Throws: ``FileError``.
    package func list<Element: Listed>(_ elements: [Element], _ format: OutputFormat) throws(FileError) {
        var listing = Listing<Element>(format, to: self)
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
