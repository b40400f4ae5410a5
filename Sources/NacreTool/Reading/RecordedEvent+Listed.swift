import DomainKit
import Nacre

extension RecordedEvent: Listed {
    /// How much of an event's data a table shows.
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

    /// The beginning of the data, where it is text.
    private var dataCell: String {
        // A scalar has at most four bytes, so that one more than is shown is whole in any case.
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
    /// The bytes without a scalar at their end that was cut through.
    fileprivate var droppingCutScalar: ArraySlice<UInt8> {
        let isContinuation = { (byte: UInt8) in byte & 0xC0 == 0x80 }
        guard let lead = suffix(4).lastIndex(where: { !isContinuation($0) }), self[lead] >= 0xC0 else { return self }
        return self[..<lead]
    }
}
