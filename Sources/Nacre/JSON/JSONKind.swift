/// The types of JSON values.
public enum JSONKind: Hashable, Sendable {
    /// A string.
    case string

    /// A number, with or without a fraction.
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
    /// Peeks at the type of the next value, for data of unknown shape.
    ///
    /// - Returns: The type, from the first byte of the value. The rest is validated when it is read.
    /// - Throws: ``JSONError`` if there is no value.
    @_lifetime(self: copy self)
    public mutating func nextKind() throws(JSONError) -> JSONKind {
        try beginValue()
        guard let kind = scanner.nextKind else { throw scanner.unexpected("a value") }
        return kind
    }
}

extension JSONScanner {
    /// The type of the value that starts at the next byte; `nil` if none does.
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
