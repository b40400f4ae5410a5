import DomainKit
import Nacre

extension EventSurroundings: Shown {
    var fields: [(name: String, text: String)] {
        let context = event.context
        var fields: [(name: String, text: String)] = [
            ("id", event.id.description), ("position", "\(event.position)"),
            ("stream", "\(TerminalText.cell(event.stream.text)), version \(event.version)"),
            ("type", TerminalText.cell(event.type.text) + (event.schema == 1 ? "" : ", schema \(event.schema)")),
            ("time", event.time.description), ("recorded", event.recordedAt.description),
        ]
        if !event.tags.isEmpty {
            fields.append(("tags", event.tags.map { TerminalText.cell($0.text) }.joined(separator: ", ")))
        }
        if let actor = context.actor { fields.append(("actor", TerminalText.cell(actor))) }
        if let id = context.correlationID {
            fields.append(("correlation", "\(TerminalText.cell(id)), \(Figures.count(correlated, "event"))"))
        }
        if let id = context.causationID {
            fields.append(("cause", cause.map(\.inBrief) ?? "\(TerminalText.cell(id)), which is no event of this log"))
        }
        for (index, event) in consequences.enumerated() {
            fields.append((index == 0 ? "consequences" : "", event.inBrief))
        }
        if consequenceCount > consequences.count {
            fields.append(("", "and \(consequenceCount - consequences.count) more"))
        }
        fields.append(("commit", commitText))
        fields.append(("before", neighbours.before.map(\.inBrief) ?? "nothing: it is the first of its stream"))
        fields.append(("after", neighbours.after.map(\.inBrief) ?? "nothing: it is the last of its stream"))
        fields.append(("data", Self.text(of: event.data)))
        if !event.metadata.isEmpty { fields.append(("metadata", Self.text(of: event.metadata))) }
        fields.append(
            (
                "proof",
                "block from position \(proof.firstOfBlock), checksum \(proof.checksum), whole and in the chain of "
                    + "\(proof.checkpoint.storeID)"
            ))
        return fields
    }

    private var commitText: String {
        commit.count == 1
            ? "this event alone" : "positions \(commit.lowerBound) to \(commit.upperBound), \(commit.count) events"
    }

    private static func text(of bytes: [UInt8]) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return "\(Figures.count(bytes.count, "byte")) that are not text: see --bytes"
        }
        return TerminalText.line(text)
    }

    func writeJSON(to bytes: inout [UInt8]) {
        JSONWriter.object(in: &bytes) { writer in
            writer.key("event")
            writer.event(event)
            writer.key("commit")
            writer.beginObject()
            writer.field("firstPosition", commit.lowerBound)
            writer.field("lastPosition", commit.upperBound)
            writer.endObject()
            for (key, event) in [("before", neighbours.before), ("after", neighbours.after), ("cause", cause)] {
                guard let event else { continue }
                writer.key(key)
                writer.brief(event)
            }
            writer.key("consequences")
            writer.beginArray()
            for event in consequences { writer.brief(event) }
            writer.endArray()
            writer.field("consequenceCount", consequenceCount)
            writer.field("correlatedCount", correlated)
            writer.key("proof")
            writer.beginObject()
            writer.field("store", proof.checkpoint.storeID.description)
            writer.field("firstPositionOfBlock", proof.firstOfBlock)
            writer.field("checksumOfBlock", proof.checksum)
            writer.endObject()
        }
    }
}

extension EventProof {
    /// The checksum of the block, in hexadecimal digits.
    package var checksum: String {
        let digits = String(checkpoint.fingerprint, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension RecordedEvent {
    /// The event in a few words.
    var inBrief: String {
        "\(position)  \(TerminalText.cell(type.text))  \(TerminalText.cell(stream.text)), version \(version)"
    }
}

extension JSONWriter {
    /// Writes an event as the object of its NDJSON line.
    mutating func event(_ event: RecordedEvent) {
        var line: [UInt8] = []
        NDJSON.write(event, to: &line)
        raw(line)
    }

    /// Writes where an event is, and of what type.
    mutating func brief(_ event: RecordedEvent) {
        beginObject()
        field("position", event.position)
        field("id", event.id.description)
        field("stream", event.stream.text)
        field("version", event.version)
        field("type", event.type.text)
        endObject()
    }
}
