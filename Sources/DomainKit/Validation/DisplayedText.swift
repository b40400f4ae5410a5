/// A text quoted for messages: truncated, and safe for terminals.
///
/// Control characters, invisible characters, characters that change the writing direction, and line and paragraph
/// separators are escaped as in Swift's string literals (`\n`, `\u{1B}`).
public struct DisplayedText: Sendable, Hashable, CustomStringConvertible {
    /// The text as displayed, with its quotes.
    public let description: String

    /// Creates a displayed text.
    ///
    /// - Parameters:
    ///   - text: Any text.
    ///   - limit: The maximum number of Unicode scalars shown; for a longer text, the total number is shown too.
    /// - Complexity: O(*n*) in the length of the text.
    public init(_ text: String, limit: Int = 60) {
        var shown = "\""
        let scalars = text.unicodeScalars
        for scalar in scalars.prefix(limit) { shown += Self.escaped(scalar) }
        shown += "\""
        let count = scalars.count
        if count > limit { shown += "… (\(count) Unicode scalars)" }
        description = shown
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        case "\"", "\\": "\\\(scalar)"
        default:
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
                "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: String(scalar)
            }
        }
    }
}
