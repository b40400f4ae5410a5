/// A text as one word of a shell's command line.
package struct ShellWord: CustomStringConvertible {
    private let text: String

    /// Creates a word.
    package init(_ text: String) {
        self.text = text
    }

    /// Whether a shell takes the text as it is, wherever it stands: it has letters, digits and harmless signs alone.
    var isPlain: Bool { !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || "-_.:/@+,=%".contains($0) } }

    /// The text, in quotes if it needs them.
    ///
    /// Characters that control a terminal are written as escapes in `$'…'`, which bash, zsh and ksh read: a terminal
    /// takes such a character for a key if the command is pasted.
    package var description: String {
        if isPlain { return text }
        guard text.unicodeScalars.contains(where: TerminalText.isUnsafe) else {
            // By scalars: a quote that a combining mark follows is a quote to the shell, and another character here.
            return "'" + text.unicodeScalars.map { $0 == "'" ? #"'\''"# : String($0) }.joined() + "'"
        }
        return "$'" + text.unicodeScalars.map(Self.escaped).joined() + "'"
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        if scalar == "'" || scalar == "\\" { return "\\\(scalar)" }
        guard TerminalText.isUnsafe(scalar) else { return String(scalar) }
        // Three digits: what follows may be a digit itself.
        return String(scalar).utf8.map { byte in
            let digits = String(byte, radix: 8)
            return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        }.joined()
    }
}
