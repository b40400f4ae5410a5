/// A type whose values can be written as JSON.
package protocol JSONWritable {
    /// Appends the value as one JSON object, without line breaks.
    func writeJSON(to bytes: inout [UInt8])
}

/// A type whose values a command can list.
package protocol Listed: JSONWritable, SendableMetatype {
    /// The columns of a table of such values.
    static var columns: [TableColumn] { get }

    /// The cells of the value's row, safe for a terminal.
    var cells: [String] { get }

    /// The columns that are shown only if they are asked for; none by default.
    static var furtherColumns: [TableColumn] { get }

    /// The cells of these columns, safe for a terminal.
    var furtherCells: [String] { get }
}

extension Listed {
    /// No further columns.
    package static var furtherColumns: [TableColumn] { [] }

    /// No further cells.
    package var furtherCells: [String] { [] }
}

/// A type whose values a command can show in full.
package protocol Shown: JSONWritable {
    /// The lines that describe the value: name and text, safe for a terminal.
    var fields: [(name: String, text: String)] { get }
}
