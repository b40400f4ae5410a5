/// Something that has a form in JSON.
package protocol JSONWritable {
    /// Appends it as one JSON object, without line breaks.
    func writeJSON(to bytes: inout [UInt8])
}

/// Something of which a command can list many.
package protocol Listed: JSONWritable {
    /// The columns of a table of such things.
    static var columns: [TableColumn] { get }

    /// The cells of its row, safe for a terminal.
    var cells: [String] { get }
}

/// Something of which a command can show all there is to know.
package protocol Shown: JSONWritable {
    /// The lines of a block about it: what each is called, and its text, safe for a terminal.
    var fields: [(name: String, text: String)] { get }
}
