extension Rule where Value == String {
    /// The text is not empty.
    public static var notEmpty: Rule {
        Rule { $0.isEmpty ? "is empty: give it at least one character" : nil }
    }

    /// The text has no white space at its start or end.
    public static var notSurroundedByWhiteSpace: Rule {
        Rule { text in
            text.unicodeScalars.count == text.trimmed.unicodeScalars.count
                ? nil : "has surrounding white space: remove it"
        }
    }

    /// The text has no control characters (Unicode category Cc: U+0000 to U+001F and U+007F to U+009F).
    public static var noControlCharacters: Rule {
        Rule { text in
            // Fast path: most texts need no Unicode tables. In UTF-8, U+0080 to U+009F begin with 0xC2.
            if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != 0xC2 }) { return nil }
            guard let found = text.unicodeScalars.first(where: { $0.properties.generalCategory == .control }) else {
                return nil
            }
            return "contains the control character \(found.codePoint): remove control characters"
        }
    }

    /// The number of Unicode scalars in the text is in a range.
    ///
    /// - Parameter range: The allowed numbers.
    /// - Returns: The rule.
    public static func scalars(in range: ClosedRange<Int>) -> Rule {
        Rule { text in lengthMessage(text.unicodeScalars.count, unit: "Unicode scalars", allowed: range) }
    }

    /// The number of UTF-8 bytes of the text is in a range.
    ///
    /// - Parameter range: The allowed numbers.
    /// - Returns: The rule.
    public static func bytes(in range: ClosedRange<Int>) -> Rule {
        Rule { text in lengthMessage(text.utf8.count, unit: "bytes of UTF-8", allowed: range) }
    }

    /// Every character of the text is an ASCII letter, an ASCII digit or one of the given characters.
    ///
    /// - Parameter others: The characters allowed besides letters and digits.
    /// - Returns: The rule.
    public static func asciiLettersAndDigits(or others: String) -> Rule {
        Rule { text in
            let foreign = text.unicodeScalars.first { scalar in
                switch scalar {
                case "a"..."z", "A"..."Z", "0"..."9": false
                default: !others.unicodeScalars.contains(scalar)
                }
            }
            let list = others.unicodeScalars.map { "\"\($0)\"" }.joined(separator: ", ")
            return foreign.map {
                "contains \($0.codePoint): use ASCII letters, digits and \(list) only"
            }
        }
    }

    private static func lengthMessage(_ length: Int, unit: String, allowed range: ClosedRange<Int>) -> String? {
        if length > range.upperBound {
            return "has \(length) \(unit), at most \(range.upperBound) are allowed: shorten it"
        }
        if length < range.lowerBound {
            return "has \(length) \(unit), at least \(range.lowerBound) are needed: lengthen it"
        }
        return nil
    }
}

extension Unicode.Scalar {
    /// The code point in Unicode notation: `U+001B`.
    fileprivate var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
