/// A text made fit to be shown in a message: in quotes, shortened, and without anything that acts on a terminal.
///
/// Control characters, characters that are invisible or turn the direction of writing, and line and paragraph
/// separators are written as escapes in the manner of Swift's string literals (`\n`, `\u{1B}`).
public struct DisplayedText: Sendable, Hashable, CustomStringConvertible {
    /// The text as it is to be shown, with its quotes.
    public let description: String

    /// Prepares a text.
    ///
    /// - Parameters:
    ///   - text: The text, whatever is in it.
    ///   - limit: How many Unicode scalars of it are shown at most; the rest is counted only.
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
