import DomainKit
import Nacre

extension RecordedEvent: Listed {
    package static let columns: [TableColumn] = [
        .number("POSITION"), .number("VERSION", width: 7).optional, .whole("TIME", width: 20).optional,
        .text("STREAM", width: 41), .text("TYPE", width: 18), .text("DATA"),
    ]

    package var cells: [String] {
        [
            "\(position)", "\(version)", time.cell, TerminalText.cell(stream.text), TerminalText.cell(type.text),
            Self.cell(data),
        ]
    }

    package static let furtherColumns: [TableColumn] = [
        .whole("ID", width: 36), .number("SCHEMA", width: 6), .text("RECORDED", width: 20), .text("ACTOR", width: 20),
        .whole("CORRELATION", width: 36), .whole("CAUSATION", width: 36), .text("TAGS", width: 30),
        .text("METADATA", width: 40),
    ]

    package var furtherCells: [String] {
        let context = self.context
        return [
            id.description, "\(schema)", recordedAt.cell, TerminalText.cell(context.actor ?? "-"),
            TerminalText.cell(context.correlationID ?? "-"), TerminalText.cell(context.causationID ?? "-"),
            TerminalText.cell(tags.map(\.text).joined(separator: " ")), Self.cell(metadata),
        ]
    }

    /// Data or metadata as text; if it is not text, the number of its bytes.
    private static func cell(_ bytes: [UInt8]) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return "(\(bytes.count) bytes that are not text)"
        }
        return TerminalText.cell(text)
    }

    package func writeJSON(to bytes: inout [UInt8]) {
        NDJSON.write(self, to: &bytes)
    }
}
