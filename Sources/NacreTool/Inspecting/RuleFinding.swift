package import DomainKit
package import Nacre
package import NacreRuntime

/// A line of `nacre verify --rules`.
package enum RuleFinding: Listed {
    /// An event that the rules refuse.
    case refused(RecordedEvent, Refusal)

    /// Events that were not judged.
    case notJudged(UnjudgedEvents)

    package static let columns: [TableColumn] = [
        .number("POSITION"), .number("VERSION", width: 7).optional, .whole("TIME", width: 20).optional,
        .text("STREAM", width: 41),
        .text("TYPE", width: 18), .text("WHY"),
    ]

    package var cells: [String] {
        switch self {
        case .refused(let event, let refusal):
            [
                "\(event.position)", "\(event.version)", event.time.cell, TerminalText.cell(event.stream.text),
                TerminalText.cell(event.type.text), TerminalText.cell("refused: \(refusal)"),
            ]
        case .notJudged(let events):
            [
                "-", "-", "-", TerminalText.cell(events.reason == .other ? "-" : "\(events.category)-…"),
                TerminalText.cell(events.type?.text ?? "-"),
                "not judged: \(events.text), \(Figures.count(events.events, "event"))"
                    + (events.streams == 0 ? "" : " and \(Figures.count(events.streams, "stream"))"),
            ]
        }
    }

    package func writeJSON(to bytes: inout [UInt8]) {
        JSONWriter.object(in: &bytes) { writer in
            switch self {
            case .refused(let event, let refusal):
                writer.field("judgement", "refused")
                event.writeFields(refusedFor: refusal, to: &writer)
            case .notJudged(let events):
                writer.field("judgement", "notJudged")
                events.writeFields(to: &writer)
            }
        }
    }
}

extension RecordedEvent {
    /// Writes it as fields of a finding that the rules refuse it.
    func writeFields(refusedFor refusal: Refusal, to writer: inout JSONWriter) {
        writer.field("position", position)
        writer.field("id", id.description)
        writer.field("stream", stream.text)
        writer.field("version", version)
        writer.field("type", type.text)
        writer.field("time", time)
        writer.field("reason", refusal.description)
    }
}

extension RuleSummary {
    /// How many events were judged and refused, for people.
    package var text: String {
        "judged \(Figures.count(judged, "event")): the rules refuse \(refused == 0 ? "none" : "\(refused)")"
    }
}

extension UnjudgedEvents {
    /// Writes them as fields of a finding.
    func writeFields(to writer: inout JSONWriter) {
        if reason != .other { writer.field("category", category.text) }
        if let type { writer.field("type", type.text) }
        writer.field("events", events)
        writer.field("streams", streams)
        writer.field("reason", text)
    }

    /// The type, if it is the reason.
    var type: EventType? {
        if case .foreign(let type) = reason { type } else { nil }
    }

    /// The reason in words.
    var text: String {
        switch reason {
        case .noDecider: "the program declares no decider for the category"
        case .noRules: "the decider judges no events"
        case .foreign: "the decider does not know the type"
        case .undecodable: "the event, or an earlier one of its stream, cannot be decoded"
        case .other: "further categories and types"
        }
    }
}
