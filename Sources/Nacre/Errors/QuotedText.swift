/// Text as messages show it: in quotes, shortened, and with nothing in it that a terminal would obey.
///
/// - Parameter text: Any text, which may come from outside.
/// - Returns: The text in quotes, at most 64 scalars of it, control characters as `\u{…}`.
public func quoted(_ text: String) -> String {
    var result = "\""
    for (count, scalar) in text.unicodeScalars.enumerated() {
        if count == 64 { return result + "…\" (\(text.utf8.count) bytes)" }
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
