import Nacre
import NacreRuntime

/// A row of a read model that changed, and the events that changed it.
package struct ChangedRow: Listed {
    let difference: RowDifference

    /// The last events after which the row changed, in log order.
    let events: [RecordedEvent]

    /// The number of all events after which it changed.
    let eventCount: Int

    package static let columns: [TableColumn] = [
        .text("CHANGE", width: 7), .number("TABLE", width: 5).optional, .text("ROW", width: 36),
        .number("EVENTS", width: 6).optional, .number("LAST"), .text("TYPE", width: 18).optional, .text("FIELDS"),
    ]

    package var cells: [String] {
        [
            difference.kind, "\(difference.place.table)", TerminalText.cell(difference.name ?? "-"), "\(eventCount)",
            events.last.map { "\($0.position)" } ?? "-", TerminalText.cell(events.last?.type.text ?? "-"),
            difference.details,
        ]
    }

    package func writeJSON(to bytes: inout [UInt8]) {
        JSONWriter.object(in: &bytes) { writer in
            writer.field("change", difference.kind)
            difference.writeFields(to: &writer)
            writer.list("events", events) { writer, event in
                writer.field("position", event.position)
                writer.field("stream", event.stream.text)
                writer.field("version", event.version)
                writer.field("type", event.type.text)
                writer.field("time", event.time)
                if let actor = event.context.actor { writer.field("actor", actor) }
            }
            writer.field("eventCount", eventCount)
        }
    }
}
