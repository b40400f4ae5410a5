/// A place in an order of a table's rows, after which the next page begins.
///
/// It is a text that a link or a client can keep, valid until the projection's schema version changes. Rows that are
/// inserted or removed meanwhile do not move it: no row is returned twice, and none is skipped.
public struct TableCursor: Hashable, Sendable {
    // PROJ-18: A page cursor is the place of the last row in its order, as text.

    /// The number of the table that is iterated: that of the rows, or of an index.
    let table: UInt8

    /// The key in that table of the last row of the page before.
    let place: [UInt8]

    private static let format: UInt8 = 1
}

extension TableCursor: LosslessStringConvertible {
    /// The cursor as text in URL-safe base64 (RFC 4648, section 5) without padding.
    public var description: String {
        // Base64 for URLs (RFC 4648, section 5), so that a cursor needs no escaping in a query string.
        let bytes = [Self.format, table] + place
        return Base64.encode(bytes).map { character in
            switch character {
            case "+": "-"
            case "/": "_"
            default: "\(character)"
            }
        }.joined().replacingPadding()
    }

    /// Parses a cursor.
    ///
    /// Returns `nil` if the text is not a cursor.
    public init?(_ description: String) {
        var text = ""
        for character in description {
            switch character {
            case "-": text.append("+")
            case "_": text.append("/")
            case "+", "/", "=": return nil
            default: text.append(character)
            }
        }
        text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let bytes = try? Base64.decode(text), bytes.count >= 2, bytes[0] == Self.format,
            bytes.count - 2 <= ReadModelLimits.keyBytes
        else { return nil }
        self.init(table: bytes[1], place: Array(bytes[2...]))
    }
}

extension String {
    fileprivate func replacingPadding() -> String { String(prefix { $0 != "=" }) }
}

extension TableCursor: Codable {
    /// Reads a cursor from its text.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let cursor = TableCursor(text) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: "\(quoted(text)) is not a table cursor"))
        }
        self = cursor
    }

    /// Writes the cursor as its text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
