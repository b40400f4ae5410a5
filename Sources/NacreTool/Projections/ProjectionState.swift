import Nacre
import NacreRuntime

/// How `nacre projections` shows a projection.
struct ProjectionState {
    // OPS-12: The command line judges only what its program knows.

    let status: ProjectionStatus
    let skips: [ProjectionSkip]

    /// The relation of the program to the read model.
    let standing: Standing

    /// The program's name, for hints.
    let tool: String

    /// The relation of a program to a read model.
    enum Standing {
        /// The program has its projection.
        case own

        /// The program has its projection, but the log has no events for it.
        case unused

        /// The program has no projection of that name, and shows only what is recorded with the read model.
        case foreign
    }

    init(_ status: ProjectionStatus, skips: [ProjectionSkip], _ standing: Standing, tool: String) {
        self.status = status
        self.skips = skips
        self.standing = standing
        self.tool = tool
    }

    /// The state of a read model without a projection in the program, from what is recorded with it.
    init(_ model: ForeignReadModel, head: Position, tool: String) {
        let status = ProjectionStatus(
            name: model.name, schemaVersion: model.state.schemaVersion, position: model.state.checkpoint.position,
            head: head, misfit: nil, halt: model.state.halt)
        self.init(status, skips: [], .foreign, tool: tool)
    }

    /// Position, lag and faults in one line, safe for a terminal.
    var summary: String {
        var parts = ["position \(status.position)"]
        switch standing {
        case .own: parts.append("\(Figures.count(status.lag, "event")) behind")
        case .unused: parts.append("unused: \(standingReason)")
        case .foreign: parts.append("foreign: \(standingReason)")
        }
        if let misfit = status.misfit { parts.append("must be rebuilt: \(misfit)") }
        if let halt = status.halt { parts.append("halted before position \(halt.position): \(halt.reason)") }
        return TerminalText.line(parts.joined(separator: ", ") + (remedy.map { "; \($0)" } ?? ""))
    }

    /// Why the program does not judge the read model; empty if it does.
    private var standingReason: String {
        switch standing {
        case .own: ""
        case .unused: "the log has none of its events"
        case .foreign: "\(tool) has no projection of this name"
        }
    }

    /// The remedy if the projection is halted; `nil` for another program's projection.
    var remedy: HaltRemedy? {
        guard standing == .own, let halt = status.halt else { return nil }
        return HaltRemedy(tool: tool, kind: .projections, name: status.name, position: halt.position)
    }

    /// The state in one word.
    var word: String {
        switch standing {
        case .own: break
        case .unused: return "unused"
        case .foreign: return "foreign"
        }
        if status.halt != nil { return "halted" }
        if status.shadow != nil { return "rebuilding" }
        if status.misfit != nil { return "outdated" }
        return status.lag == 0 ? "current" : "behind"
    }

    /// The lag in events; `-` for a read model that is unused or foreign.
    private var lag: String { standing == .own ? "\(status.lag)" : "-" }

    /// The explanation of the state, empty if there is none, safe for a terminal.
    var remark: String {
        var parts = standing == .own ? [] : [standingReason]
        if let halt = status.halt {
            parts.append("before position \(halt.position) since \(halt.since.cell): \(halt.reason)")
        }
        if let shadow = status.shadow {
            parts.append(
                "schema version \(shadow.schemaVersion) is being built beside it, at position \(shadow.position)")
        }
        if let misfit = status.misfit { parts.append("\(misfit)") }
        if !skips.isEmpty {
            parts.append("skipped: " + skips.map { "position \($0.position) (\($0.reason))" }.joined(separator: ", "))
        }
        if let remedy { parts.append("\(remedy)") }
        return TerminalText.line(parts.joined(separator: "; "))
    }
}

extension ProjectionState: Listed {
    static let columns: [TableColumn] = [
        .text("NAME", width: 10), .text("STATE", width: 10), .number("POSITION"), .number("LAG").optional,
        .text("REMARK"),
    ]

    var cells: [String] { [TerminalText.cell(status.name), word, "\(status.position)", lag, remark] }

    func writeJSON(to bytes: inout [UInt8]) {
        JSONWriter.object(in: &bytes) { writer in
            writer.field("name", status.name)
            writer.field("schemaVersion", status.schemaVersion)
            writer.field("state", word)
            writer.field("position", status.position)
            writer.field("head", status.head)
            if standing == .own { writer.field("lag", status.lag) }
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
            ("lag", lag),
        ] + (remark.isEmpty ? [] : [("remark", remark)])
    }
}
