/// The kinds of values in JSON.
public enum JSONKind: Hashable, Sendable {
    /// A text in quotes.
    case string

    /// A number, whole or not.
    case number

    /// `true` or `false`.
    case bool

    /// `null`.
    case null

    /// An object.
    case object

    /// An array.
    case array
}

extension JSONReader {
    /// Looks at the next value, which is still to be read then, for data whose shape is not known.
    ///
    /// - Returns: Its kind, as its first byte tells; the rest of it is judged when it is read.
    /// - Throws: ``JSONError`` where no value begins.
    @_lifetime(self: copy self)
    public mutating func nextKind() throws(JSONError) -> JSONKind {
        try beginValue()
        guard let kind = scanner.nextKind else { throw scanner.unexpected("a value") }
        return kind
    }
}

extension JSONScanner {
    /// The kind of the value whose first byte is next; `nil` where none begins.
    var nextKind: JSONKind? {
        switch next {
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "-"), (UInt8(ascii: "0")...UInt8(ascii: "9"))?: .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
        case UInt8(ascii: "n"): .null
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        default: nil
        }
    }
}
