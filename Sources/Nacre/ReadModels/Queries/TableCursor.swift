/// A place in one order of a table's rows, behind which the next page begins.
///
/// It is a text, for a link or a client to keep, and holds for as long as the projection's schema version is the same. Rows that
/// were put or removed meanwhile do not move it: no row comes twice, and none is left out.
public struct TableCursor: Hashable, Sendable {
    /// The number of the table that is walked through: the rows' own, or an index's.
    let table: UInt8

    /// The bytes under which the last row of the page before stands there.
    let place: [UInt8]

    private static let format: UInt8 = 1
}

extension TableCursor: LosslessStringConvertible {
    /// The cursor as text: letters, digits, hyphens and underscores (RFC 4648, section 5, without padding).
    public var description: String {
        let bytes = [Self.format, table] + place
        return Base64.encode(bytes).map { character in
            switch character {
            case "+": "-"
            case "/": "_"
            default: "\(character)"
            }
        }.joined().replacingPadding()
    }

    /// Reads a cursor from text; `nil` for anything else.
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
                    codingPath: decoder.codingPath, debugDescription: "\(quoted(text)) is no cursor of a table"))
        }
        self = cursor
    }

    /// Writes the cursor as its text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
