import Nacre

extension StreamSummary: Listed {
    static let columns: [TableColumn] = [
        .number("VERSION"), .number("FIRST"), .number("LAST"), .text("STREAM"),
    ]

    var cells: [String] { ["\(version)", "\(firstPosition)", "\(lastPosition)", TerminalText.cell(stream.text)] }

    func writeJSON(to bytes: inout [UInt8]) {
        JSONWriter.object(in: &bytes) { writer in
            writer.field("stream", stream.text)
            writer.field("version", version)
            writer.field("firstPosition", firstPosition)
            writer.field("lastPosition", lastPosition)
        }
    }
}
