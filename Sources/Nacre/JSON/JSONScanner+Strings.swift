extension JSONScanner {
    /// Scans a string whose opening quote is the next byte.
    ///
    /// The syntax of escapes is validated, which allows lone surrogates. UTF-8 is not validated yet.
    @_lifetime(self: copy self)
    mutating func string() throws(JSONError) -> StringToken {
        let bytes = self.bytes
        let start = index + 1
        var place = start
        var hasEscapes = false
        var isASCII = true
        while place < bytes.count {
            place = bytes.endOfPlainText(from: place)
            guard place < bytes.count else { break }
            let byte = bytes[place]
            if byte == UInt8(ascii: "\"") {
                index = place + 1
                return StringToken(range: start..<place, hasEscapes: hasEscapes, isASCII: isASCII)
            } else if byte >= 0x80 {
                isASCII = false
                repeat { place += 1 } while place < bytes.count && bytes[place] >= 0x80
            } else if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                place += try escapeLength(at: place)
            } else {
                throw JSONError(
                    .syntax, at: place,
                    "a string contains the unescaped control character 0x\(String(byte, radix: 16, uppercase: true))")
            }
        }
        throw JSONError(.syntax, at: bytes.count, "the text ends inside a string")
    }

    private func escapeLength(at place: Int) throws(JSONError) -> Int {
        guard place + 1 < bytes.count else {
            throw JSONError(.syntax, at: bytes.count, "the text ends inside a string")
        }
        switch bytes[place + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return 2
        case UInt8(ascii: "u"):
            for digit in place + 2..<place + 6 {
                guard digit < bytes.count, bytes[digit].hexValue != nil else {
                    throw JSONError(.syntax, at: place, "\\u needs four hexadecimal digits")
                }
            }
            return 6
        default:
            throw JSONError(
                .syntax, at: place, "a backslash must be followed by one of \" \\ / b f n r t u")
        }
    }

    /// Validates that a string is UTF-8.
    func validateUTF8(_ token: StringToken) throws(JSONError) {
        if !token.isASCII { _ = try utf8(token) }
    }

    @_lifetime(copy self)
    private func utf8(_ token: StringToken) throws(JSONError) -> UTF8Span {
        do {
            return try UTF8Span(validating: bytes.extracting(token.range))
        } catch {
            throw JSONError(
                .invalidUTF8, at: token.range.lowerBound + error.byteOffsets.lowerBound, "a string is not UTF-8")
        }
    }

    /// The text of a string, with escapes decoded.
    func text(_ token: StringToken) throws(JSONError) -> String {
        let raw = try utf8(token)
        return token.hasEscapes ? try unescaped(token.range) : String(copying: raw)
    }

    private func unescaped(_ range: Range<Int>) throws(JSONError) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(range.count)
        var place = range.lowerBound
        while place < range.upperBound {
            let byte = bytes[place]
            guard byte == UInt8(ascii: "\\") else {
                result.append(byte)
                place += 1
                continue
            }
            let kind = bytes[place + 1]
            if kind == UInt8(ascii: "u") {
                let (scalar, length) = try escapedScalar(at: place, end: range.upperBound)
                result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
                place += length
            } else {
                result.append(Self.unescaped(kind))
                place += 2
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func unescaped(_ kind: UInt8) -> UInt8 {
        switch kind {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: kind
        }
    }

    // A scalar beyond U+FFFF is two escapes, a surrogate pair.
    private func escapedScalar(at place: Int, end: Int) throws(JSONError) -> (Unicode.Scalar, length: Int) {
        let first = codeUnit(at: place + 2)
        if let scalar = Unicode.Scalar(first) { return (scalar, 6) }
        if first < 0xDC00, place + 12 <= end, bytes[place + 6] == UInt8(ascii: "\\"),
            bytes[place + 7] == UInt8(ascii: "u")
        {
            let second = codeUnit(at: place + 8)
            if (0xDC00...0xDFFF).contains(second),
                let scalar = Unicode.Scalar(0x1_0000 + (first - 0xD800) << 10 + (second - 0xDC00))
            {
                return (scalar, 12)
            }
        }
        throw JSONError(.loneSurrogate, at: place, "\\u\(String(first, radix: 16)) is half of a surrogate pair")
    }

    private func codeUnit(at place: Int) -> UInt32 {
        var value: UInt32 = 0
        for digit in place..<place + 4 { value = value << 4 | UInt32(bytes[digit].hexValue ?? 0) }
        return value
    }
}

extension UInt8 {
    /// Whether this is an ASCII byte that needs no escape: not a control character, a quote or a backslash.
    @inline(__always)
    fileprivate var isPlainText: Bool {
        self &- 0x20 < 0x60 && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
    }

    /// The value of a hexadecimal digit in ASCII; `nil` for anything else.
    @inline(__always)
    var hexValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension Span<UInt8> {
    /// The first place, not before a given one, of a byte that is not ASCII, or is a control character, a quotation mark
    /// or a backslash; the end if there is none.
    @inline(__always)
    func endOfPlainText(from start: Int) -> Int {
        precondition(start >= 0)
        var place = start
        // Nearly all text is skipped here, eight bytes at a time.
        while count - place >= 8, areEightPlain(at: place) { place += 8 }
        while place < count, self[place].isPlainText { place += 1 }
        return place
    }

    /// Whether eight bytes are ASCII with no quotation mark, backslash or control character.
    ///
    /// All are tested at once in one word. Source: Sean Eron Anderson, "Bit Twiddling Hacks"
    /// (graphics.stanford.edu/~seander/bithacks.html): tests for a zero byte and for a byte less than *n*.
    ///
    /// - Parameter place: The place of the first one; there are eight from there on.
    /// - Returns: Whether all of them are plain.
    @inline(__always)
    private func areEightPlain(at place: Int) -> Bool {
        let word = word(at: place)
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ (ones &* 0x22)
        let backslashes = word ^ (ones &* 0x5C)
        let controls = (word &- (ones &* 0x20)) & ~word
        let matches = ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes) | controls | word
        return matches & (ones &* 0x80) == 0
    }

    /// Whether some of the bytes are the ASCII control character DEL, which JSON allows in a string.
    ///
    /// - Complexity: O(*n*), eight bytes at a time.
    var containsDelete: Bool {
        var place = 0
        var found: UInt64 = 0
        let ones: UInt64 = 0x0101_0101_0101_0101
        while count - place >= 8 {
            let others = word(at: place) ^ (ones &* 0x7F)
            found |= (others &- ones) & ~others & (ones &* 0x80)
            place += 8
        }
        while place < count {
            if self[place] == 0x7F { return true }
            place += 1
        }
        return found != 0
    }

    /// Eight bytes as a number.
    @inline(__always)
    private func word(at place: Int) -> UInt64 {
        // The compiler does not join eight loads of a byte, each with its own check, to one.
        unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt64.self)
    }
}
