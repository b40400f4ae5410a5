/// Quotes text for messages: truncated, and with control characters escaped so that it is safe for terminals.
///
/// - Parameters:
///   - text: Any text, including untrusted input.
///   - limit: The maximum number of scalars shown. Pass `.max` for paths, whose end matters.
/// - Returns: The text in quotes, at most `limit` scalars of it, with control characters as `\u{…}`.
public func quoted(_ text: String, upTo limit: Int = 64) -> String {
    var result = "\""
    for (count, scalar) in text.unicodeScalars.enumerated() {
        if count == limit { return result + "…\" (\(text.utf8.count) bytes)" }
        // Control characters could forge lines of a log, or act on a terminal.
        if scalar.isControl {
            result += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
            result.unicodeScalars.append(scalar)
        }
    }
    return result + "\""
}

extension Unicode.Scalar {
    /// Whether this is a control character (Unicode general category Cc): U+0000 to U+001F and U+007F to U+009F.
    var isControl: Bool { value < 0x20 || (value >= 0x7F && value <= 0x9F) }
}
