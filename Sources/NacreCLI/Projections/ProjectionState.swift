import Kernel
import Nacre

/// What `nacre projections` says of a projection.
struct ProjectionState {
    let status: ProjectionStatus
    let skips: [ProjectionSkip]

    init(_ status: ProjectionStatus, skips: [ProjectionSkip]) {
        self.status = status
        self.skips = skips
    }

    /// Looks how a projection is.
    init(of name: String, in kernel: Kernel) async throws {
        let statuses = try await kernel.projections()
        try ProjectionArgument.require(name, among: statuses.map(\.name))
        self.init(statuses.filter { $0.name == name }[0], skips: try await kernel.skips(of: name))
    }

    /// The state in one word.
    private var word: String {
        if status.halt != nil { return "halted" }
        if status.shadow != nil { return "rebuilding" }
        if status.misfit != nil { return "outdated" }
        return status.lag == 0 ? "current" : "behind"
    }

    /// Why it is so, where there is something to say, safe for a terminal.
    private var remark: String {
        var parts: [String] = []
        if let halt = status.halt {
            parts.append("before position \(halt.position) since \(halt.since.cell): \(halt.reason)")
        }
        if let shadow = status.shadow {
            parts.append("schema version \(shadow.schemaVersion) is built beside it, at position \(shadow.position)")
        }
        if let misfit = status.misfit { parts.append("\(misfit)") }
        if !skips.isEmpty {
            parts.append("skipped: " + skips.map { "position \($0.position) (\($0.reason))" }.joined(separator: ", "))
        }
        return TerminalText.line(parts.joined(separator: "; "))
    }
}

extension ProjectionState: Listed {
    static let columns: [TableColumn] = [
        .text("NAME", width: 10), .text("STATE", width: 10), .number("POSITION"), .number("LAG"), .text("REMARK"),
    ]

    var cells: [String] { [TerminalText.cell(status.name), word, "\(status.position)", "\(status.lag)", remark] }

    func writeJSON(to bytes: inout [UInt8]) {
        JSONWriter.object(in: &bytes) { writer in
            writer.field("name", status.name)
            writer.field("schemaVersion", status.schemaVersion)
            writer.field("state", word)
            writer.field("position", status.position)
            writer.field("head", status.head)
            writer.field("lag", status.lag)
            if let misfit = status.misfit { writer.field("misfit", "\(misfit)") }
            if let halt = status.halt {
                writer.key("halt")
                writer.beginObject()
                writer.field("position", halt.position)
                writer.field("since", halt.since)
                writer.field("reason", halt.reason)
                writer.endObject()
            }
            if let shadow = status.shadow {
                writer.key("shadow")
                writer.beginObject()
                writer.field("schemaVersion", shadow.schemaVersion)
                writer.field("position", shadow.position)
                writer.endObject()
            }
            writer.list("skips", skips) { writer, skip in
                writer.field("position", skip.position)
                writer.field("eventId", skip.eventID.description)
                writer.field("schemaVersion", skip.schemaVersion)
                writer.field("reason", skip.reason)
                writer.field("time", skip.time)
            }
        }
    }
}

extension ProjectionState: Shown {
    var fields: [(name: String, text: String)] {
        [
            ("name", TerminalText.cell(status.name)), ("state", word), ("position", "\(status.position)"),
            ("lag", "\(status.lag)"),
        ] + (remark.isEmpty ? [] : [("remark", remark)])
    }
}
