import Nacre
import NacreRuntime

/// What is said of a process manager that has a stream in the log.
struct ProcessState {
    private let status: ProcessStatus

    /// Whether the program has a process manager of this name.
    private let isOwn: Bool

    /// Looks how a process manager is.
    init(_ journal: ProcessJournal, in runtime: Runtime) async throws {
        status = try await journal.status()
        isOwn = try await runtime.processes().contains { $0.name == journal.name }
    }

    /// The state in one word.
    private var word: String { status.halt == nil ? "ready" : "halted" }

    /// What halts it and what it is to pass over, safe for a terminal.
    private var remark: String {
        var remarks: [String] = []
        if !isOwn { remarks.append("\(Program.name) has no process manager of this name") }
        if let halt = status.halt {
            remarks.append("before position \(halt.position) since \(halt.since.cell): \(halt.reason)")
        }
        if !status.skips.isEmpty {
            remarks.append(
                "to skip: " + status.skips.map { "position \($0.position) (\($0.reason))" }.joined(separator: ", "))
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
            if !isOwn { writer.field("foreign", true) }
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
