import DomainKit
import Nacre

extension RecordedEvent: Listed {
    /// The maximum number of Unicode scalars of an event's data that a table shows.
    private static let shownScalars = 100

    package static let columns: [TableColumn] = [
        .number("POSITION"), .number("VERSION", width: 7), .text("TIME", width: 20), .text("STREAM", width: 41),
        .text("TYPE", width: 18), .text("DATA"),
    ]

    package var cells: [String] {
        [
            "\(position)", "\(version)", time.cell, TerminalText.cell(stream.text), TerminalText.cell(type.text),
            dataCell,
        ]
    }

    /// The beginning of the data; if it is not text, the number of its bytes.
    private var dataCell: String {
        // A scalar has at most four bytes, so the prefix contains one whole scalar more than is shown.
        let shown = data.prefix(4 * (Self.shownScalars + 2))
        let isCut = shown.count < data.count
        guard let text = String(validating: isCut ? shown.droppingCutScalar : shown, as: UTF8.self) else {
            return "(\(data.count) bytes that are not text)"
        }
        return TerminalText.cell(text, limit: Self.shownScalars)
    }

    package func writeJSON(to bytes: inout [UInt8]) {
        NDJSON.write(self, to: &bytes)
    }
}

extension ArraySlice<UInt8> {
    /// The bytes without an incomplete scalar at their end.
    fileprivate var droppingCutScalar: ArraySlice<UInt8> {
        let isContinuation = { (byte: UInt8) in byte & 0xC0 == 0x80 }
        guard let lead = suffix(4).lastIndex(where: { !isContinuation($0) }), self[lead] >= 0xC0 else { return self }
        return self[..<lead]
    }
}
