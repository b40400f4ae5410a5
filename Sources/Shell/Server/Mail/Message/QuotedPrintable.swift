/// The transfer encoding `quoted-printable` (RFC 2045, section 6.7): lines of at most 76 ASCII characters.
enum QuotedPrintable {
    private static let longestLine = 76

    /// Encodes a text.
    ///
    /// - Parameter text: The text; its lines end with `\n`, `\r\n` or `\r`.
    /// - Returns: The encoded lines, each with `\r\n` at its end.
    static func encode(_ text: String) -> String {
        // Together, "\r" and "\n" are one character.
        let lines = text.split(omittingEmptySubsequences: false) { ["\n", "\r\n", "\r"].contains($0) }
        return lines.map { encode(line: Array($0.utf8)) + "\r\n" }.joined()
    }

    private static func encode(line: [UInt8]) -> String {
        var encoded = ""
        var column = 0
        for (index, byte) in line.enumerated() {
            let piece = Self.piece(byte, isLast: index == line.count - 1)
            // One column is for the `=` of a line that goes on.
            if column + piece.count > longestLine - 1 {
                encoded += "=\r\n"
                column = 0
            }
            encoded += piece
            column += piece.count
        }
        return encoded
    }

    /// A byte as it is if it is printable; white space at the end of a line is encoded, because relays may remove it.
    private static func piece(_ byte: UInt8, isLast: Bool) -> String {
        switch byte {
        case UInt8(ascii: " ") where !isLast, UInt8(ascii: "\t") where !isLast: String(Unicode.Scalar(byte))
        case 0x21...0x7E where byte != UInt8(ascii: "="): String(Unicode.Scalar(byte))
        default: "=\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))"
        }
    }
}
