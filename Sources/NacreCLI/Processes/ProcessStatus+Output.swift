import Nacre

extension ProcessStatus {
    /// The state in one word.
    fileprivate var word: String { halt == nil ? "ready" : "halted" }

    /// What halts it, where something does, safe for a terminal.
    fileprivate var remark: String {
        guard let halt else { return "" }
        return TerminalText.line("before position \(halt.position) since \(halt.since.cell): \(halt.reason)")
    }
}

extension ProcessStatus: Listed {
    static let columns: [TableColumn] = [
        .text("NAME", width: 10), .text("STATE", width: 10), .number("POSITION"), .text("REMARK"),
    ]

    var cells: [String] { [TerminalText.cell(name), word, "\(position)", remark] }

    func writeJSON(to bytes: inout [UInt8]) {
        JSONWriter.object(in: &bytes) { writer in
            writer.field("name", name)
            writer.field("state", word)
            writer.field("position", position)
            writer.field("head", head)
            if let halt {
                writer.key("halt")
                writer.beginObject()
                writer.field("position", halt.position)
                writer.field("eventId", halt.eventID.description)
                writer.field("since", halt.since)
                writer.field("reason", halt.reason)
                writer.endObject()
            }
        }
    }
}

extension ProcessStatus: Shown {
    var fields: [(name: String, text: String)] {
        [("name", TerminalText.cell(name)), ("state", word), ("position", "\(position)")]
            + (remark.isEmpty ? [] : [("remark", remark)])
    }
}
