/// Text on its way to a person, with nothing in it that a terminal would obey or that would hide other text.
///
/// What is harmless stays as it is. Otherwise the text is put in quotes, and control characters (C0, DEL and C1), line
/// and paragraph separators and invisible format characters, those that turn the direction of writing among them, are
/// written as escapes: `"a\u{1B}[2J"`. The joiners that scripts and emoji need stay.
package enum TerminalText {
    /// Text as a cell of a table shows it: quoted only where something in it had to be escaped.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - limit: How many Unicode scalars are shown at most; `nil` for all.
    /// - Returns: The text to show, on one line.
    package static func cell(_ text: String, limit: Int? = nil) -> String {
        let scalars = text.unicodeScalars
        let shown = limit.map { scalars.prefix($0) } ?? scalars[...]
        let rest = shown.endIndex < scalars.endIndex ? "…" : ""
        // A quote at the beginning would make plain text look like quoted text.
        guard text.unicodeScalars.first == "\"" || shown.contains(where: isUnsafe) else { return String(shown) + rest }
        return "\"" + shown.map { escaped($0, quoting: true) }.joined() + rest + "\""
    }

    /// Text as a line of its own, such as a message: never quoted, what is unsafe escaped.
    ///
    /// - Parameter text: The text.
    /// - Returns: The text to show, on one line.
    package static func line(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
        return text.unicodeScalars.map { escaped($0, quoting: false) }.joined()
    }

    /// Whether a terminal must not get this scalar as it is.
    package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value < 0x20 || scalar.value >= 0x7F else { return false }
        return switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: scalar != "\u{200C}" && scalar != "\u{200D}"
        default: false
        }
    }

    private static func escaped(_ scalar: Unicode.Scalar, quoting: Bool) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        case "\"" where quoting, "\\" where quoting: "\\\(scalar)"
        case _ where isUnsafe(scalar): "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        default: String(scalar)
        }
    }
}
