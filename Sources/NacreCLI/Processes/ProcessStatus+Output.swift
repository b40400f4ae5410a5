import Nacre

extension ProcessStatus {
    /// The state in one word.
    fileprivate var word: String { halt == nil ? "ready" : "halted" }

    /// What halts it and what it is to pass over, safe for a terminal.
    fileprivate var remark: String {
        var remarks: [String] = []
        if let halt { remarks.append("before position \(halt.position) since \(halt.since.cell): \(halt.reason)") }
        if !skips.isEmpty {
            remarks.append(
                "to skip: " + skips.map { "position \($0.position) (\($0.reason))" }.joined(separator: ", "))
        }
        return TerminalText.line(remarks.joined(separator: "; "))
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
            writer.list("skips", skips) { writer, skip in
                writer.field("position", skip.position)
                writer.field("eventId", skip.eventID.description)
                writer.field("reason", skip.reason)
                writer.field("time", skip.time)
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
