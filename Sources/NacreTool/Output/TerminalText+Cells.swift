extension TerminalText {
    /// The number of cells that a text takes on a terminal.
    ///
    /// A wide character, as of Chinese or an emoji, takes two; a combining one takes none.
    ///
    /// - Parameter text: The text, on one line and safe for a terminal.
    /// - Returns: The number of cells.
    /// - Complexity: O(*n*).
    package static func cells(of text: some StringProtocol) -> Int {
        let bytes = text.utf8.count
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return bytes }
        return text.reduce(0) { $0 + cells(of: $1) }
    }

    /// A text that takes at most a number of cells; if it is shortened, it ends with `…`.
    ///
    /// - Parameters:
    ///   - text: The text, on one line and safe for a terminal.
    ///   - limit: The number of cells; nothing is left of the text if it is less than 1.
    /// - Returns: The text to show.
    package static func shortened(_ text: String, to limit: Int) -> String {
        // Each character takes a byte or more for each of its cells.
        guard text.utf8.count > limit, cells(of: text) > limit else { return text }
        guard limit > 0 else { return "" }
        // A quoted text keeps its closing quote, so that it is seen where it ends.
        let ending = text.hasPrefix("\"") && text.hasSuffix("\"") && limit > 3 ? "…\"" : "…"
        var rest = limit - (ending == "…" ? 1 : 2)
        let shown = text.prefix { character in
            rest -= cells(of: character)
            return rest >= 0
        }
        return String(shown) + ending
    }

    private static func cells(of character: Character) -> Int {
        let scalars = character.unicodeScalars
        // A sequence with a joiner or a variation selector for emoji is drawn as one emoji.
        if scalars.contains(where: { $0 == "\u{FE0F}" || $0 == "\u{200D}" || $0.properties.isEmojiModifier }),
            scalars.contains(where: \.properties.isEmoji)
        {
            return 2
        }
        return scalars.reduce(0) { $0 + cells(of: $1) }
    }

    private static func cells(of scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return scalar == "\u{AD}" ? 0 : 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        // Vowels and final consonants of Hangul join the syllable before them.
        if (0x1160...0x11FF).contains(scalar.value) { return 0 }
        // Each half of a flag takes one cell.
        if (0x1F1E6...0x1F1FF).contains(scalar.value) { return 1 }
        let isWide =
            scalar.properties.isEmojiPresentation || wideRanges.contains { $0.contains(scalar.value) }
        return isWide ? 2 : 1
    }

    /// The ranges of wide and full-width characters in Unicode's `EastAsianWidth.txt`, without emoji.
    private static let wideRanges: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF,
        0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
        0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD,
    ]
}
