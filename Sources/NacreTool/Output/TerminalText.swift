/// Text for output on a terminal, without characters that control the terminal or hide other text.
///
/// Harmless text is unchanged. Otherwise the text is put in quotes, and these characters are written as escapes, such
/// as `"a\u{1B}[2J"`: control characters (C0, DEL and C1), line and paragraph separators, and invisible format
/// characters, including those that change the direction of writing. The joiners that scripts and emoji need stay.
package enum TerminalText {
    /// Text as shown in a cell of a table: quoted only if a character in it had to be escaped.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - limit: The maximum number of Unicode scalars shown; `nil` for all.
    /// - Returns: The text to show, on one line.
    package static func cell(_ text: String, limit: Int? = nil) -> String {
        let scalars = text.unicodeScalars
        let shown = limit.map { scalars.prefix($0) } ?? scalars[...]
        let rest = shown.endIndex < scalars.endIndex ? "…" : ""
        // Plain text that begins with a quote would look like quoted text.
        guard text.unicodeScalars.first == "\"" || shown.contains(where: isUnsafe) else { return String(shown) + rest }
        return "\"" + shown.map { escaped($0, quoting: true) }.joined() + rest + "\""
    }

    /// Text as a line of its own, such as a message: never quoted, with unsafe characters escaped.
    ///
    /// - Parameter text: The text.
    /// - Returns: The text to show, on one line.
    package static func line(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
        return text.unicodeScalars.map { escaped($0, quoting: false) }.joined()
    }

    /// A value as JSON in a cell of a table, which needs no quotes beside its own.
    ///
    /// - Parameters:
    ///   - json: The value.
    ///   - limit: The maximum number of Unicode scalars shown.
    /// - Returns: The text to show, on one line.
    package static func json(_ json: [UInt8], limit: Int) -> String {
        let scalars = String(decoding: json, as: UTF8.self).unicodeScalars
        let shown = line(String(scalars.prefix(limit)))
        return scalars.dropFirst(limit).isEmpty ? shown : shown + "…"
    }

    /// Whether this scalar is unsafe for a terminal.
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
