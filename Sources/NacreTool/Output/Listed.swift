/// A type whose values can be written as JSON.
package protocol JSONWritable {
    /// Appends the value as one JSON object, without line breaks.
    func writeJSON(to bytes: inout [UInt8])
}

/// A type whose values a command can list.
package protocol Listed: JSONWritable {
    /// The columns of a table of such values.
    static var columns: [TableColumn] { get }

    /// The cells of the value's row, safe for a terminal.
    var cells: [String] { get }
}

/// A type whose values a command can show in full.
package protocol Shown: JSONWritable {
    /// The lines that describe the value: name and text, safe for a terminal.
    var fields: [(name: String, text: String)] { get }
}
