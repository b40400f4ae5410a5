import Nacre

/// A stream in a listing.
struct ListedStream: Listed {
    let summary: StreamSummary

    /// The bytes of the data and metadata of its events; `nil` if they were not counted.
    var bytes: Int?

    static let columns: [TableColumn] = [
        .number("VERSION"), .number("FIRST"), .number("LAST"), .whole("STREAM"),
    ]

    var cells: [String] {
        [
            "\(summary.version)", "\(summary.firstPosition)", "\(summary.lastPosition)",
            TerminalText.cell(summary.stream.text),
        ]
    }

    static let furtherColumns: [TableColumn] = [.number("BYTES", width: 12)]

    var furtherCells: [String] { [bytes.map { "\($0)" } ?? "-"] }

    /// The indices of the usual columns with that of the bytes before the name.
    static let columnsWithBytes = [0, 1, 2, 4, 3]

    func writeJSON(to bytes: inout [UInt8]) {
        JSONWriter.object(in: &bytes) { writer in
            writer.field("stream", summary.stream.text)
            writer.field("version", summary.version)
            writer.field("firstPosition", summary.firstPosition)
            writer.field("lastPosition", summary.lastPosition)
            if let size = self.bytes { writer.field("bytes", size) }
        }
    }
}
