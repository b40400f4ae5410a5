/// A tokenizer for the grammar of RFC 8259, which does not track nesting.
struct JSONScanner: ~Escapable {
    /// A string between its quotes.
    struct StringToken {
        var range: Range<Int>
        var hasEscapes: Bool
        var isASCII: Bool
    }

    /// A number.
    struct NumberToken {
        var range: Range<Int>
        var isInteger: Bool
    }

    let bytes: Span<UInt8>
    var index = 0

    @inline(__always)
    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>) {
        self.bytes = bytes
    }

    /// The byte at the index; `nil` at the end.
    var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    @inline(__always)
    @_lifetime(self: copy self)
    mutating func skipWhiteSpace() {
        while index < bytes.count, bytes[index] <= 0x20, bytes[index].isJSONWhiteSpace { index += 1 }
    }

    /// Scans one byte of punctuation.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func skip(_ byte: Unicode.Scalar, _ what: StaticString) throws(JSONError) {
        guard next == UInt8(ascii: byte) else { throw unexpected(what) }
        index += 1
    }

    /// Scans `true`, `false` or `null`.
    @_lifetime(self: copy self)
    mutating func skipLiteral(_ literal: StaticString) throws(JSONError) {
        let end = index + literal.utf8CodeUnitCount
        guard end <= bytes.count, matches(literal) else { throw unexpected("a value") }
        index = end
    }

    private func matches(_ literal: StaticString) -> Bool {
        var place = index
        for scalar in literal.description.utf8 {
            if bytes[place] != scalar { return false }
            place += 1
        }
        return true
    }

    /// The error for a byte other than expected.
    func unexpected(_ what: StaticString) -> JSONError {
        guard let next else { return JSONError(.syntax, at: index, "expected \(what), the text ends") }
        let found =
            next > 0x20 && next < 0x7F
            ? "'\(Unicode.Scalar(next))'" : "the byte 0x\(String(next, radix: 16, uppercase: true))"
        return JSONError(.syntax, at: index, "expected \(what), found \(found)")
    }
}

extension UInt8 {
    /// Whether this byte is white space between JSON tokens.
    var isJSONWhiteSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }

    /// Whether this byte is an ASCII decimal digit.
    var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}
