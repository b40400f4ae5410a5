package import DomainKit
package import Nacre
package import NacreRuntime

/// A line of `nacre what-if`.
package enum WhatIfFinding: Listed {
    /// An event that the rules refuse only in the edited history.
    case refused(RecordedEvent, Refusal)

    /// Events of edited streams that were not judged.
    case notJudged(UnjudgedEvents)

    /// A row of a read model that would be another one.
    case row(projection: String, RowDifference)

    /// A projection that could not apply an event of the edited history.
    case halted(projection: String, before: Position, reason: String)

    /// A projection whose rows are not compared, because its read model of the recorded history cannot be built.
    case notCompared(projection: String, reason: String)

    package static let columns: [TableColumn] = [
        .text("FINDING", width: 12), .number("POSITION"), .text("IN", width: 41).optional, .text("WHAT", width: 36),
        .text("DETAILS"),
    ]

    package var cells: [String] {
        switch self {
        case .refused(let event, let refusal):
            [
                "refused", "\(event.position)", TerminalText.cell(event.stream.text),
                TerminalText.cell(event.type.text), TerminalText.cell("\(refusal)"),
            ]
        case .notJudged(let events):
            [
                "not judged", "-", events.reason == .other ? "-" : TerminalText.cell("\(events.category)-…"),
                TerminalText.cell(events.type?.text ?? "-"),
                "\(events.text), \(Figures.count(events.events, "event"))",
            ]
        case .row(let projection, let difference):
            [
                difference.kind, "-", TerminalText.cell(projection), TerminalText.cell(difference.name ?? "-"),
                difference.details,
            ]
        case .halted(let projection, let position, let reason):
            ["halted", "\(position)", TerminalText.cell(projection), "-", TerminalText.line(reason)]
        case .notCompared(let projection, let reason):
            ["not compared", "-", TerminalText.cell(projection), "-", TerminalText.line(reason)]
        }
    }

    package func writeJSON(to bytes: inout [UInt8]) {
        JSONWriter.object(in: &bytes) { writer in
            switch self {
            case .refused(let event, let refusal):
                writer.field("finding", "refused")
                event.writeFields(refusedFor: refusal, to: &writer)
            case .notJudged(let events):
                writer.field("finding", "notJudged")
                events.writeFields(to: &writer)
            case .row(let projection, let difference):
                writer.field("finding", difference.kind)
                writer.field("projection", projection)
                difference.writeFields(to: &writer)
            case .halted(let projection, let position, let reason):
                writer.field("finding", "halted")
                writer.field("projection", projection)
                writer.field("position", position)
                writer.field("reason", reason)
            case .notCompared(let projection, let reason):
                writer.field("finding", "notCompared")
                writer.field("projection", projection)
                writer.field("reason", reason)
            }
        }
    }
}
