/// A text as one word of a shell's command line.
struct ShellWord: CustomStringConvertible {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    /// Whether a shell takes the text as it is, wherever it stands: it has letters, digits and harmless signs alone.
    var isPlain: Bool { !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || "-_.:/@+,=%".contains($0) } }

    /// The text, in quotes if it needs them.
    var description: String { isPlain ? text : "'\(text.replacing("'", with: #"'\''"#))'" }
}
