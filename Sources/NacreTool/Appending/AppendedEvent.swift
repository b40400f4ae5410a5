import Nacre

/// The place of an appended event in the log and in its stream.
struct AppendedEvent: Shown {
    /// The position in the log.
    let position: Position

    /// The stream.
    let stream: StreamName

    /// The version of the stream at this event.
    let version: StreamVersion

    /// Whether the event was already recorded under the same id.
    let wasAlreadyCommitted: Bool

    var fields: [(name: String, text: String)] {
        [
            ("position", "\(position)"), ("stream", TerminalText.cell(stream.text)), ("version", "\(version)"),
            ("recorded", wasAlreadyCommitted ? "earlier; nothing was written" : "now"),
        ]
    }

    func writeJSON(to bytes: inout [UInt8]) {
        JSONWriter.object(in: &bytes) { writer in
            writer.field("position", position)
            writer.field("stream", stream.text)
            writer.field("version", version)
            writer.field("alreadyCommitted", wasAlreadyCommitted)
        }
    }
}
