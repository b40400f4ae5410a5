/// A strict streaming reader of JSON.
///
/// Anything that RFC 8259 does not allow, and nesting beyond ``Limits/jsonNesting``, throws a ``JSONError`` with the
/// offset. Only the returned strings are allocated.
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
/// Requesting the next key or element skips a value that has not been read. After an error the reader must not be used
/// any more.
public struct JSONReader: ~Escapable {
    /// The place of the reader.
    enum Place {
        /// Before a value.
        case value

        /// After the start of an object or an array.
        case opening

        /// After a value.
        case afterValue
    }

    var scanner: JSONScanner
    var nesting: JSONNesting
    var place = Place.value

    /// Creates a reader of one document.
    ///
    /// - Parameter bytes: The document: one value, with optional surrounding white space.
    @_lifetime(copy bytes)
    public init(_ bytes: Span<UInt8>) {
        self.init(bytes, nesting: Limits.jsonNesting)
    }

    /// Creates a reader of one document with another nesting limit.
    ///
    /// The limit is ``Limits/jsonNesting`` plus the number of levels that enclose the values concerned.
    @inline(__always)
    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, nesting limit: Int) {
        scanner = JSONScanner(bytes)
        nesting = JSONNesting(limit: limit)
    }

    /// The offset of the next byte to be read, from 0.
    public var offset: Int { scanner.index }

    /// Validates that bytes are exactly one JSON value, with optional surrounding white space.
    ///
    /// Lone surrogates in escapes and repeated keys are allowed by the grammar and accepted.
    ///
    /// - Parameter bytes: Any bytes.
    /// - Returns: The range of the value, without surrounding white space.
    /// - Throws: ``JSONError``.
    /// - Complexity: O(*n*) in the number of bytes.
    @discardableResult
    public static func validate(_ bytes: Span<UInt8>) throws(JSONError) -> Range<Int> {
        var reader = JSONReader(bytes)
        let range = try reader.skipValue()
        try reader.end()
        return range
    }

    /// Verifies that only white space follows the value.
    ///
    /// - Throws: ``JSONError`` if anything else follows, or the value is incomplete.
    @_lifetime(self: copy self)
    public mutating func end() throws(JSONError) {
        if place == .value, nesting.depth == 0 { try skipValue() }
        guard nesting.depth == 0 else {
            throw JSONError(.syntax, at: scanner.index, "the value is not complete")
        }
        scanner.skipWhiteSpace()
        guard scanner.next == nil else { throw scanner.unexpected("the end of the text") }
    }
}
