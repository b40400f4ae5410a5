import Nacre
import NacreRuntime

/// How `nacre processes` shows a process manager.
struct ProcessState {
    let status: ProcessStatus
    private let standing: Standing

    /// The program's name, for hints.
    private let tool: String

    /// The relation of the program to a process manager.
    enum Standing {
        /// The program has it.
        case own

        /// The program has it, and it has recorded nothing in the log yet.
        case unused

        /// The program has no process manager of that name.
        case foreign
    }

    init(_ status: ProcessStatus, _ standing: Standing, tool: String) {
        self.status = status
        self.standing = standing
        self.tool = tool
    }

    /// The state in one word.
    var word: String {
        if standing == .unused { return "unused" }
        return status.halt == nil ? "ready" : "halted"
    }

    /// The halt, the positions to skip and the remedy, safe for a terminal.
    var remark: String {
        var remarks: [String] = []
        switch standing {
        case .own: break
        case .unused: remarks.append("it has recorded nothing in this log yet")
        case .foreign: remarks.append("\(tool) has no process manager of this name")
        }
        if let halt = status.halt {
            remarks.append("before position \(halt.position) since \(halt.since.cell): \(halt.reason)")
        }
        if !status.skips.isEmpty {
            remarks.append(
                "to skip: " + status.skips.map { "position \($0.position) (\($0.reason))" }.joined(separator: ", "))
        }
        if let halt = status.halt {
            // Another program's process manager gets the remedy too: the commands do not need its code.
            remarks.append("\(HaltRemedy(tool: tool, kind: .processes, name: status.name, position: halt.position))")
        }
        return TerminalText.line(remarks.joined(separator: "; "))
    }
}

extension ProcessState: Listed {
    static let columns: [TableColumn] = [
        .text("NAME", width: 10), .text("STATE", width: 10), .number("POSITION"), .text("REMARK"),
    ]

    var cells: [String] { [TerminalText.cell(status.name), word, "\(status.position)", remark] }

    func writeJSON(to bytes: inout [UInt8]) {
        JSONWriter.object(in: &bytes) { writer in
            writer.field("name", status.name)
            writer.field("state", word)
            writer.field("position", status.position)
            writer.field("head", status.head)
            if standing == .foreign { writer.field("foreign", true) }
            if let halt = status.halt {
                writer.key("halt")
                writer.beginObject()
                writer.field("position", halt.position)
                writer.field("eventId", halt.eventID.description)
                writer.field("since", halt.since)
                writer.field("reason", halt.reason)
                writer.endObject()
            }
            writer.list("skips", status.skips) { writer, skip in
                writer.field("position", skip.position)
                writer.field("eventId", skip.eventID.description)
                writer.field("reason", skip.reason)
                writer.field("time", skip.time)
            }
        }
    }
}

extension ProcessState: Shown {
    var fields: [(name: String, text: String)] {
        [("name", TerminalText.cell(status.name)), ("state", word), ("position", "\(status.position)")]
            + (remark.isEmpty ? [] : [("remark", remark)])
    }
}
