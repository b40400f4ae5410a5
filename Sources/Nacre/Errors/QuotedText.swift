/// Text as messages show it: in quotes, shortened, and with nothing in it that a terminal would obey.
///
/// - Parameters:
///   - text: Any text, which may come from outside.
///   - limit: The greatest number of scalars shown; a path, of which the end is what matters, is shown whole.
/// - Returns: The text in quotes, so many scalars of it, control characters as `\u{…}`.
public func quoted(_ text: String, upTo limit: Int = 64) -> String {
    var result = "\""
    for (count, scalar) in text.unicodeScalars.enumerated() {
        if count == limit { return result + "…\" (\(text.utf8.count) bytes)" }
        if scalar.isControl {
            result += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
            result.unicodeScalars.append(scalar)
        }
    }
    return result + "\""
}

extension Unicode.Scalar {
    /// Whether this is a control character (Unicode's general category Cc): U+0000 to U+001F and U+007F to U+009F.
    var isControl: Bool { value < 0x20 || (value >= 0x7F && value <= 0x9F) }
}
