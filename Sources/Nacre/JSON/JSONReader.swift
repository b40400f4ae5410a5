/// Reads JSON from bytes, a value at a time, from left to right.
///
/// Strict: what RFC 8259 does not allow is refused with a ``JSONError`` that says where, and so is more nesting than
/// ``Limits/jsonNesting``. Nothing is allocated but the strings that are handed out.
///
/// ```swift
/// var reader = JSONReader(event.data.span)
/// try reader.beginObject()
/// while let key = try reader.nextKey() {
///     switch key {
///     case "name": name = try reader.readString()
///     default: try reader.skipValue()
///     }
/// }
/// try reader.end()
/// ```
///
/// A value that is not read before the next key or element is asked for is passed over. After an error the reader is of
/// no further use.
public struct JSONReader: ~Escapable {
    /// Where the reader stands.
    enum Place {
        /// Before a value.
        case value

        /// Behind the opening of an object or an array.
        case opening

        /// Behind a value.
        case behindValue
    }

    var scanner: JSONScanner
    var nesting: JSONNesting
    var place = Place.value

    /// Makes a reader of one document.
    ///
    /// - Parameter bytes: The document: one value, with or without white space around it.
    @_lifetime(copy bytes)
    public init(_ bytes: Span<UInt8>) {
        self.init(bytes, nesting: Limits.jsonNesting)
    }

    /// Makes a reader of one document with a limit of its own: ``Limits/jsonNesting``, and one more for each level that
    /// surrounds the values which it is about.
    @inline(__always)
    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, nesting limit: Int) {
        scanner = JSONScanner(bytes)
        nesting = JSONNesting(limit: limit)
    }

    /// Where the next byte to be read stands, counted from 0.
    public var offset: Int { scanner.index }

    /// Judges whether bytes are exactly one JSON value, with or without white space around it.
    ///
    /// Escaped halves of surrogate pairs and repeated keys are within the grammar and pass.
    ///
    /// - Parameter bytes: Any bytes.
    /// - Returns: Where the value stands without the white space around it.
    /// - Throws: ``JSONError``.
    /// - Complexity: O(*n*) in the number of bytes.
    @discardableResult
    public static func validate(_ bytes: Span<UInt8>) throws(JSONError) -> Range<Int> {
        var reader = JSONReader(bytes)
        let range = try reader.skipValue()
        try reader.end()
        return range
    }

    /// Judges that nothing but white space follows the value.
    ///
    /// - Throws: ``JSONError`` where something follows, or the value is not at its end.
    @_lifetime(self: copy self)
    public mutating func end() throws(JSONError) {
        if place == .value, nesting.depth == 0 { try skipValue() }
        guard nesting.depth == 0 else {
            throw JSONError(.syntax, at: scanner.index, "the value is not at its end")
        }
        scanner.skipWhiteSpace()
        guard scanner.next == nil else { throw scanner.unexpected("the end of the text") }
    }
}
