import Nacre
import NacreRuntime

/// An event of a story.
struct ToldEvent {
    /// What an event did to the state of its stream.
    enum Effect: Hashable {
        /// It changed these fields.
        case changes([FieldDifference])

        /// The decider does not know its type.
        case foreign

        /// It cannot be decoded, for this reason.
        case undecodable(String)

        /// The state is not known: no decider is declared, or an earlier event cannot be decoded.
        case unknown
    }

    let event: RecordedEvent
    let effect: Effect

    /// Events of other streams in its commit, in log order; the nearest ones if there are many.
    let others: [RecordedEvent]

    /// Whether its commit has more events than were looked at.
    let hasMoreOthers: Bool
}

extension ToldEvent: Listed {
    /// The maximum number of Unicode scalars of an event's data that a table shows.
    private static let shownScalars = 100

    static let columns: [TableColumn] = [
        .number("POSITION"), .whole("TIME", width: 20).optional, .text("ACTOR", width: 12).optional,
        .text("STREAM", width: 41), .text("EVENT", width: 18), .text("WHAT CHANGED"),
    ]

    /// The indices of the columns for the story of one stream.
    static let columnsWithoutStream = columns.indices.filter { columns[$0].title != "STREAM" }

    var cells: [String] {
        [
            "\(event.position)", event.time.cell, TerminalText.cell(event.context.actor ?? "-"),
            TerminalText.cell(event.stream.text), TerminalText.cell(event.type.words), effectCell + othersCell,
        ]
    }

    private var effectCell: String {
        switch effect {
        case .changes(let changes) where changes.isEmpty: "(nothing)"
        case .changes(let changes): changes.map(\.words).joined(separator: ", ")
        case .foreign: "(not known to the decider)"
        case .undecodable(let reason): "(cannot be decoded: \(TerminalText.line(reason)))"
        case .unknown:
            String(validating: event.data, as: UTF8.self).map { TerminalText.cell($0, limit: Self.shownScalars) }
                ?? "(\(event.data.count) bytes that are not text)"
        }
    }

    private var othersCell: String {
        // A commit like that, such as a batch of an import, does not belong to the thing alone.
        if hasMoreOthers { return "; in a commit of many events" }
        guard !others.isEmpty else { return "" }
        let words = others.map { "\(TerminalText.line($0.type.words)) in \(TerminalText.cell($0.stream.text))" }
        return "; with " + words.joined(separator: ", ")
    }

    func writeJSON(to bytes: inout [UInt8]) {
        JSONWriter.object(in: &bytes) { writer in
            writer.field("position", event.position)
            writer.field("stream", event.stream.text)
            writer.field("version", event.version)
            writer.field("type", event.type.text)
            writer.field("words", event.type.words)
            writer.field("time", event.time)
            if let actor = event.context.actor { writer.field("actor", actor) }
            switch effect {
            case .changes(let changes): writer.list("changes", changes) { $1.writeFields(to: &$0) }
            case .foreign: writer.field("isForeign", true)
            case .undecodable(let reason): writer.field("decodingError", reason)
            case .unknown: break
            }
            writer.list("alsoInCommit", others) { writer, other in
                writer.field("position", other.position)
                writer.field("stream", other.stream.text)
                writer.field("type", other.type.text)
            }
            if hasMoreOthers { writer.field("hasMoreInCommit", true) }
        }
    }
}
